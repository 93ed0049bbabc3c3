//! Which functions there are, and what they take.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::types::Type;

/// A way to call a function. A method's target is its first argument.
#[derive(Debug)]
pub(crate) struct Overload {
    pub(crate) is_method: bool,
    pub(crate) args: Vec<Type>,
    pub(crate) result: Type,
}

/// The overloads of a function.
pub(crate) fn of(function: &str) -> Option<&'static [Overload]> {
    static TABLE: LazyLock<BTreeMap<&'static str, Vec<Overload>>> = LazyLock::new(|| {
        let mut table: BTreeMap<&str, Vec<Overload>> = BTreeMap::new();
        for line in SIGNATURES.lines().filter(|line| !line.is_empty()) {
            let mut words = line.split_whitespace();
            let function = words.next().unwrap_or_default();
            let types: Vec<&str> = words.collect();
            let (method, rest) = match types.split_first() {
                Some((first, rest)) if first.ends_with('.') => {
                    (Some(first.trim_end_matches('.')), rest)
                }
                _ => (None, &*types),
            };
            let (args, result) = rest.split_at(rest.len() - 1);
            table.entry(function).or_default().push(Overload {
                is_method: method.is_some(),
                args: method.iter().chain(args).map(|word| parse(word)).collect(),
                result: parse(result[0]),
            });
        }
        table
    });
    TABLE.get(function).map(Vec::as_slice)
}

/// The type behind a word such as `list<A>`.
fn parse(word: &str) -> Type {
    let inner = |prefix: &str| word.strip_prefix(prefix)?.strip_suffix('>');
    if let Some(item) = inner("list<") {
        return Type::List(Box::new(parse(item)));
    }
    if let Some(item) = inner("optional<") {
        return Type::Optional(Box::new(parse(item)));
    }
    if let Some((key, value)) = inner("map<").and_then(|types| types.split_once(',')) {
        return Type::Map(Box::new(parse(key)), Box::new(parse(value)));
    }
    match word {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "duration" => Type::Duration,
        "timestamp" => Type::Timestamp,
        "type" => Type::Type,
        "url" => Type::Opaque("kubernetes.URL"),
        "ip" => Type::Opaque("net.IP"),
        "cidr" => Type::Opaque("net.CIDR"),
        "quantity" => Type::Opaque("kubernetes.Quantity"),
        "semver" => Type::Opaque("kubernetes.Semver"),
        "format" => Type::Opaque("kubernetes.NamedFormat"),
        "A" => Type::Param('A'),
        "B" => Type::Param('B'),
        _ => Type::Dyn,
    }
}

/// A line per overload: the function, the target with a dot after it if there is one, the arguments, the result.
const SIGNATURES: &str = "
_?_:_ bool A A A
_&&_ bool bool bool
_||_ bool bool bool
!_ bool bool
-_ int int
-_ double double
_==_ A A bool
_!=_ A A bool
_<_ bool bool bool
_<_ int int bool
_<_ int double bool
_<_ int uint bool
_<_ uint uint bool
_<_ uint double bool
_<_ uint int bool
_<_ double double bool
_<_ double int bool
_<_ double uint bool
_<_ string string bool
_<_ bytes bytes bool
_<_ timestamp timestamp bool
_<_ duration duration bool
_<=_ bool bool bool
_<=_ int int bool
_<=_ int double bool
_<=_ int uint bool
_<=_ uint uint bool
_<=_ uint double bool
_<=_ uint int bool
_<=_ double double bool
_<=_ double int bool
_<=_ double uint bool
_<=_ string string bool
_<=_ bytes bytes bool
_<=_ timestamp timestamp bool
_<=_ duration duration bool
_>_ bool bool bool
_>_ int int bool
_>_ int double bool
_>_ int uint bool
_>_ uint uint bool
_>_ uint double bool
_>_ uint int bool
_>_ double double bool
_>_ double int bool
_>_ double uint bool
_>_ string string bool
_>_ bytes bytes bool
_>_ timestamp timestamp bool
_>_ duration duration bool
_>=_ bool bool bool
_>=_ int int bool
_>=_ int double bool
_>=_ int uint bool
_>=_ uint uint bool
_>=_ uint double bool
_>=_ uint int bool
_>=_ double double bool
_>=_ double int bool
_>=_ double uint bool
_>=_ string string bool
_>=_ bytes bytes bool
_>=_ timestamp timestamp bool
_>=_ duration duration bool
_+_ int int int
_+_ uint uint uint
_+_ double double double
_+_ string string string
_+_ bytes bytes bytes
_+_ list<A> list<A> list<A>
_+_ timestamp duration timestamp
_+_ duration timestamp timestamp
_+_ duration duration duration
_-_ int int int
_-_ uint uint uint
_-_ double double double
_-_ timestamp timestamp duration
_-_ timestamp duration timestamp
_-_ duration duration duration
_*_ int int int
_*_ uint uint uint
_*_ double double double
_/_ int int int
_/_ uint uint uint
_/_ double double double
_%_ int int int
_%_ uint uint uint
@in A list<A> bool
@in A map<A,B> bool
_[_] list<A> int A
_[_] map<A,B> A B
_[_] optional<list<A>> int optional<A>
_[_] optional<map<A,B>> A optional<B>
_[?_] list<A> int optional<A>
_[?_] map<A,B> A optional<B>
_[?_] optional<list<A>> int optional<A>
_[?_] optional<map<A,B>> A optional<B>
size string int
size bytes int
size list<A> int
size map<A,B> int
size string. int
size bytes. int
size list<A>. int
size map<A,B>. int
type A type
dyn A dyn
bool bool bool
bool string bool
int int int
int uint int
int double int
int string int
int timestamp int
int duration int
uint uint uint
uint int uint
uint double uint
uint string uint
double double double
double int double
double uint double
double string double
string string string
string bool string
string int string
string uint string
string double string
string bytes string
string timestamp string
string duration string
string ip string
string cidr string
bytes bytes bytes
bytes string bytes
duration duration duration
duration int duration
duration string duration
timestamp timestamp timestamp
timestamp int timestamp
timestamp string timestamp
contains string. string bool
startsWith string. string bool
endsWith string. string bool
matches string. string bool
matches string string bool
getFullYear timestamp. int
getFullYear timestamp. string int
getMonth timestamp. int
getMonth timestamp. string int
getDayOfYear timestamp. int
getDayOfYear timestamp. string int
getDayOfMonth timestamp. int
getDayOfMonth timestamp. string int
getDate timestamp. int
getDate timestamp. string int
getDayOfWeek timestamp. int
getDayOfWeek timestamp. string int
getHours timestamp. int
getHours timestamp. string int
getHours duration. int
getMinutes timestamp. int
getMinutes timestamp. string int
getMinutes duration. int
getSeconds timestamp. int
getSeconds timestamp. string int
getSeconds duration. int
getMilliseconds timestamp. int
getMilliseconds timestamp. string int
getMilliseconds duration. int
charAt string. int string
indexOf string. string int
indexOf string. string int int
indexOf list<A>. A int
lastIndexOf string. string int
lastIndexOf string. string int int
lastIndexOf list<A>. A int
join list<string>. string
join list<string>. string string
lowerAscii string. string
upperAscii string. string
replace string. string string string
replace string. string string int string
split string. string list<string>
split string. string int list<string>
substring string. int string
substring string. int int string
trim string. string
reverse string. string
strings.quote string string
format string. list<dyn> string
isSorted list<int>. bool
isSorted list<uint>. bool
isSorted list<double>. bool
isSorted list<bool>. bool
isSorted list<string>. bool
isSorted list<bytes>. bool
isSorted list<duration>. bool
isSorted list<timestamp>. bool
sum list<int>. int
sum list<uint>. uint
sum list<double>. double
sum list<duration>. duration
min list<int>. int
min list<uint>. uint
min list<double>. double
min list<bool>. bool
min list<string>. string
min list<bytes>. bytes
min list<duration>. duration
min list<timestamp>. timestamp
max list<int>. int
max list<uint>. uint
max list<double>. double
max list<bool>. bool
max list<string>. string
max list<bytes>. bytes
max list<duration>. duration
max list<timestamp>. timestamp
find string. string string
findAll string. string list<string>
findAll string. string int list<string>
sets.contains list<A> list<A> bool
sets.equivalent list<A> list<A> bool
sets.intersects list<A> list<A> bool
url string url
isURL string bool
getScheme url. string
getHost url. string
getHostname url. string
getPort url. string
getEscapedPath url. string
getQuery url. map<string,list<string>>
ip string ip
ip cidr. ip
isIP string bool
ip.isCanonical string bool
family ip. int
isUnspecified ip. bool
isLoopback ip. bool
isLinkLocalMulticast ip. bool
isLinkLocalUnicast ip. bool
isGlobalUnicast ip. bool
cidr string cidr
isCIDR string bool
containsIP cidr. string bool
containsIP cidr. ip bool
containsCIDR cidr. string bool
containsCIDR cidr. cidr bool
masked cidr. cidr
prefixLength cidr. int
quantity string quantity
isQuantity string bool
isInteger quantity. bool
asInteger quantity. int
asApproximateFloat quantity. double
sign quantity. int
add quantity. quantity quantity
add quantity. int quantity
sub quantity. quantity quantity
sub quantity. int quantity
isLessThan quantity. quantity bool
isGreaterThan quantity. quantity bool
compareTo quantity. quantity int
semver string semver
semver string bool semver
isSemver string bool
isSemver string bool bool
isLessThan semver. semver bool
isGreaterThan semver. semver bool
compareTo semver. semver int
major semver. int
minor semver. int
patch semver. int
format.named string optional<format>
format.dns1123Label format
format.dns1123Subdomain format
format.dns1035Label format
format.qualifiedName format
format.dns1123LabelPrefix format
format.dns1123SubdomainPrefix format
format.dns1035LabelPrefix format
format.labelValue format
format.uri format
format.uuid format
format.byte format
format.date format
format.datetime format
validate format. string optional<list<string>>
optional.of A optional<A>
optional.ofNonZeroValue A optional<A>
optional.none optional<A>
hasValue optional<A>. bool
value optional<A>. A
or optional<A>. optional<A> optional<A>
orValue optional<A>. A A
";
