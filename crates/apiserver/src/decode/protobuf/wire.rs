//! The wire format: numbered fields one after another.

/// The content of one field.
#[derive(Clone, Copy)]
pub(super) enum Token<'a> {
    Varint(u64),
    Fixed64(u64),
    Fixed32,
    Bytes(&'a [u8]),
}

pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next field's number and content.
    pub(super) fn next(&mut self) -> Result<Option<(u32, Token<'a>)>, String> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let tag = self.varint()?;
        let number = u32::try_from(tag >> 3).map_err(|_| "proto: illegal tag".to_owned())?;
        if number == 0 {
            return Err(format!(
                "proto: illegal tag {number} (wire type {})",
                tag & 7
            ));
        }
        let token = match tag & 7 {
            0 => Token::Varint(self.varint()?),
            1 => {
                let bytes = self.take(8)?;
                let mut number = [0; 8];
                number.copy_from_slice(bytes);
                Token::Fixed64(u64::from_le_bytes(number))
            }
            2 => {
                let length = usize::try_from(self.varint()?).map_err(|_| unexpected_end())?;
                Token::Bytes(self.take(length)?)
            }
            5 => {
                self.take(4)?;
                Token::Fixed32
            }
            other => return Err(format!("proto: illegal wireType {other}")),
        };
        Ok(Some((number, token)))
    }

    pub(super) fn varint(&mut self) -> Result<u64, String> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or_else(unexpected_end)?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("proto: integer overflow".to_owned())
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        if length > self.rest.len() {
            return Err(unexpected_end());
        }
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }
}

fn unexpected_end() -> String {
    "unexpected EOF".to_owned()
}
