//! The libraries that Kubernetes adds.

use crate::{evaluate, hold};

#[test]
fn strings() {
    hold(&[
        "'hello'.charAt(1) == 'e' && 'abc'.charAt(3) == ''",
        "'a-b-a'.indexOf('a', 1) == 4 && 'x'.indexOf('y') == -1",
        "'a-b-a'.lastIndexOf('a') == 4 && 'a-b-a'.lastIndexOf('a', 3) == 0",
        "'Ab'.lowerAscii() == 'ab' && 'Ab'.upperAscii() == 'AB'",
        "'aaa'.replace('a', 'b', 2) == 'bba' && 'aaa'.replace('a', '') == ''",
        "'a,b,c'.split(',') == ['a', 'b', 'c'] && 'a,b,c'.split(',', 2) == ['a', 'b,c']",
        "'abc'.split('') == ['a', 'b', 'c'] && 'abc'.split('', 2) == ['a', 'bc']",
        "['a', 'b'].join('-') == 'a-b' && ['a', 'b'].join() == 'ab'",
        "'tacocat'.substring(4) == 'cat' && 'tacocat'.substring(0, 4) == 'taco'",
        "' a '.trim() == 'a' && 'ab'.reverse() == 'ba'",
        "self.name.matches('^[a-z]+-[0-9]$') && self.name.contains('eb') && self.name.endsWith('1')",
        "'%s is %d of %.2f%%'.format(['x', 3, 1.5]) == 'x is 3 of 1.50%'",
        "'%s'.format([[1, true, 'a']]) == '[1, true, a]' && '%x %b'.format([255, 5]) == 'ff 101'",
        "strings.quote('a\"b') == '\"a\\\\\"b\"'",
    ]);
    let error = evaluate("'abc'.substring(2, 1) == ''").unwrap_err();
    assert_eq!(error, "invalid substring range. start: 2, end: 1");
}

#[test]
fn lists_and_sets() {
    hold(&[
        "[1, 2, 3].isSorted() && ![2, 1].isSorted() && ['a', 'b'].isSorted()",
        "[1, 3].sum() == 4 && [1.0, 3.0].sum() == 4.0 && size([]) == 0",
        "[1, 3].min() == 1 && ['b', 'a'].max() == 'b'",
        "[1, 2, 2, 3].indexOf(2) == 1 && ['a', 'b', 'b', 'c'].lastIndexOf('b') == 2",
        "sets.contains([1, 2], [2]) && sets.equivalent([1, 1], [1]) && sets.intersects([1], [1, 2])",
    ]);
    assert_eq!(
        evaluate("self.tags.filter(t, false).min() == ''").unwrap_err(),
        "min called on empty list"
    );
}

#[test]
fn regular_expressions() {
    hold(&[
        "'abc 123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == ''",
        "'123 abc 456'.findAll('[0-9]+') == ['123', '456']",
        "'123 abc 456'.findAll('[0-9]+', 1) == ['123']",
    ]);
}

#[test]
fn urls() {
    hold(&[
        "isURL('https://example.com:80/') && !isURL('../a')",
        "url('https://user@example.com:80/p q?k=a&k=b').getHost() == 'example.com:80'",
        "url('https://example.com:80/').getHostname() == 'example.com' && url('https://example.com:80/').getPort() == '80'",
        "url('https://example.com/p q').getEscapedPath() == '/p%20q' && url('/path').getScheme() == ''",
        "url('https://example.com/path?k1=a&k2=b&k2=c').getQuery() == {'k1': ['a'], 'k2': ['b', 'c']}",
    ]);
}

#[test]
fn addresses() {
    hold(&[
        "isIP('127.0.0.1') && !isIP('127.0.0.256') && !isIP('::ffff:1.2.3.4') && isIP('::1')",
        "ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::ABCD')",
        "ip('192.168.0.1').family() == 4 && ip('::1').family() == 6",
        "ip('0.0.0.0').isUnspecified() && ip('127.0.0.1').isLoopback() && ip('224.0.0.1').isLinkLocalMulticast()",
        "ip('169.254.169.254').isLinkLocalUnicast() && ip('192.168.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
        "isCIDR('192.168.0.0/16') && !isCIDR('192.168.0.0/33')",
        "cidr('192.168.0.0/24').containsIP(ip('192.168.0.1')) && !cidr('192.168.0.0/24').containsIP('192.168.1.1')",
        "cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24') && !cidr('192.168.1.0/24').containsCIDR(cidr('192.168.0.0/16'))",
        "cidr('192.168.1.5/24').masked() == cidr('192.168.1.0/24') && cidr('2001:db8::/32').prefixLength() == 32",
        "string(cidr('192.168.0.1/24').ip()) == '192.168.0.1' && cidr('0.0.0.0/0').containsIP('9.9.9.9')",
    ]);
}

#[test]
fn quantities_and_versions() {
    hold(&[
        "isQuantity('1.3Gi') && !isQuantity('1.3GiB')",
        "quantity('50M').add(quantity('20M')) == quantity('70M') && quantity('50k').sub(20000) == quantity('30k')",
        "quantity('150Mi').isGreaterThan(quantity('100Mi')) && quantity('1').compareTo(quantity('1000m')) == 0",
        "quantity('50000000G').isInteger() && quantity('50k').asInteger() == 50000 && quantity('-1').sign() == -1",
        "isSemver('1.0.0') && !isSemver('v1.0') && isSemver('v1.0', true)",
        "semver('1.2.3').major() == 1 && semver('1.2.3').patch() == 3",
        "semver('1.0.0-rc.2').isLessThan(semver('1.0.0-rc.11')) && semver('1.0.0').isGreaterThan(semver('1.0.0-rc.1'))",
        "semver('1.0.0+a').compareTo(semver('1.0.0+b')) == 0",
    ]);
}

#[test]
fn formats() {
    hold(&[
        "!format.dns1123Label().validate('my-label').hasValue()",
        "format.dns1123Label().validate('No').value().size() == 1",
        "!format.named('uuid').value().validate('123e4567-e89b-12d3-a456-426614174000').hasValue()",
        "!format.named('nothing').hasValue()",
        "!format.dns1123LabelPrefix().validate('abc-').hasValue() && format.date().validate('2024-13-01').hasValue()",
    ]);
}

#[test]
fn times() {
    hold(&[
        "self.wait == duration('90m') && self.wait.getHours() == 1 && string(duration('90m')) == '5400s'",
        "self.when.getFullYear() == 2024 && self.when.getMonth() == 1 && self.when.getDate() == 29 && self.when.getDayOfMonth() == 28",
        "self.when.getDayOfWeek() == 4 && self.when.getHours('+02:00') == 14 && self.when.getHours('America/New_York') == 7",
        "timestamp('2024-03-01T00:00:00Z') - self.when < duration('12h')",
        "self.when + duration('1s') > self.when && string(self.when) == '2024-02-29T12:30:15Z'",
    ]);
}
