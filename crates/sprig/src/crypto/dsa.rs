//! A DSA key of 2048 and 256 bits. It signs nothing here; charts only print it.

use num_bigint::BigUint;

use super::der::{integer, sequence};
use crate::environment::Environment;

const SMALL_PRIMES: [u32; 30] = [
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127,
];

/// Rounds of Miller and Rabin's test: a composite passes one in 4^40 times.
const ROUNDS: usize = 40;

/// Domain parameters and a key, in the form that OpenSSL reads.
pub(super) fn generate(environment: &Environment) -> Vec<u8> {
    let one = BigUint::from(1_u8);
    let q = loop {
        let candidate = random(environment, 256);
        if is_prime(environment, &candidate) {
            break candidate;
        }
    };
    // p is 1 over a multiple of 2q, with its top bit set.
    let p = loop {
        let candidate = random(environment, 2048);
        let rest = &candidate % (&q * 2_u8);
        let candidate = candidate - rest + &one;
        if candidate.bits() == 2048 && is_prime(environment, &candidate) {
            break candidate;
        }
    };
    let g = (2_u32..)
        .map(|h| BigUint::from(h).modpow(&((&p - &one) / &q), &p))
        .find(|g| *g != one)
        .unwrap_or(one);
    let x = random(environment, 255) % &q;
    let y = g.modpow(&x, &p);
    let zero = BigUint::ZERO;
    sequence(&[&zero, &p, &q, &g, &y, &x].map(|number| integer(&number.to_bytes_be())))
}

/// An odd number with its top bit set.
fn random(environment: &Environment, bits: u64) -> BigUint {
    let mut bytes = vec![0; usize::try_from(bits.div_ceil(8)).unwrap_or(0)];
    environment.fill_random(&mut bytes);
    let mut number = BigUint::from_bytes_be(&bytes) % (BigUint::from(1_u8) << bits);
    number.set_bit(bits - 1, true);
    number.set_bit(0, true);
    number
}

fn is_prime(environment: &Environment, candidate: &BigUint) -> bool {
    if SMALL_PRIMES
        .iter()
        .any(|prime| candidate % *prime == BigUint::ZERO)
    {
        return false;
    }
    let one = BigUint::from(1_u8);
    let less_one = candidate - &one;
    let twos = less_one.trailing_zeros().unwrap_or(0);
    let odd = &less_one >> twos;
    (0..ROUNDS).all(|_| {
        let base = random(environment, candidate.bits() - 1);
        let mut power = base.modpow(&odd, candidate);
        if power == one || power == less_one {
            return true;
        }
        (1..twos).any(|_| {
            power = power.modpow(&BigUint::from(2_u8), candidate);
            power == less_one
        })
    })
}
