import test from 'ava';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { checkAddress, checkedLookup } from '../../src/webhooks/address.ts';
import { resolver } from '../support/resolver.ts';

const strict = { allowPrivate: false };
const local = { allowPrivate: true };
const open = '93.184.215.14';
const openV6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

const names = {
  'hooks.example.com': [open],
  'hooks.example.com.': [open],
  'xn--mnchen-3ya.example': [open],
  'both.example': [openV6, open],
  'v6.example': [openV6],
  'none.example': [],
  'mixed.example': [open, '10.0.0.7'],
  'mixed-late.example': ['10.0.0.7', open],
  localhost: ['::1', '127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'app.localhost': ['127.0.0.1'],
  intranet: ['192.168.0.10'],
  'metadata.google.internal': ['169.254.169.254'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'scoped.example': ['fe80::1%eth0', open],
};

const scheme = /^must begin with https:\/\/$/;
const credentials = /^must not contain a user name or password$/;
const signs = /^must not contain spaces, control characters or backslashes$/;
const nonsense = /^must be an address, like https:\/\/\S+$/;
/** Doesn't reveal what a name resolved to. */
const notPublic = /^must be a public address$/;
const onlyV6 = /^must have an IPv4 address$/;

const words = (text: string) => text.trim().split(/\s+/);

/** The first and the last address of every range that is not public. */
const notForThePublic = words(`
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255
  192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255
  168.63.129.16 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255
  240.0.0.0 255.255.255.254 255.255.255.255`);

/** The public addresses next to those ranges. */
const forThePublic = words(`
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
  168.63.129.15 168.63.129.17 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255`);

const notForThePublicV6 = words(`
  :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
  2002:7f00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1`);

const hostile: [what: string, reason: RegExp, urls: string[]][] = [
  ['addresses that are not public', notPublic, notForThePublic.map(address => `https://${address}/`)],
  [
    'such an address in another notation',
    notPublic,
    words(`
      https://2130706433/ https://3232235521/ https://0/ https://0x7f000001/ https://0X7F.1/ https://0x7f.0x0.0x0.0x1/
      https://0177.0.0.1/ https://017700000001/ https://127.1/ https://127.0.1/ https://10.1/ https://169.254.43518/
      https://0xa9fea9fe/ https://127.0.0.1./ https://127.0.0.1:8443/x?y=z https://①②⑦.⓪.⓪.①/ https://１２７.０.０.１/
      https://127。0。0。1/ https://127%2e0%2e0%2e1/ https://%31%32%37.0.0.1/`),
  ],
  [
    'names that resolve to such an address',
    notPublic,
    words(`
      https://localhost/ https://LOCALHOST/ https://localhost./ https://app.localhost/ https://ｌｏｃａｌｈｏｓｔ/
      https://%6c%6f%63%61%6c%68%6f%73%74/ https://intranet/ https://metadata.google.internal/computeMetadata/v1/
      https://127.0.0.1.nip.example/ https://mixed.example/ https://mixed-late.example/`),
  ],
  [
    'IPv6 addresses, and names without an IPv4 address',
    onlyV6,
    [
      ...[...notForThePublicV6, openV6]
        .filter(address => !address.includes('%'))
        .map(address => `https://[${address}]/`),
      ...words('https://[2606:4700:4700::1111]:8443/ https://v6.example/ https://none.example/'),
    ],
  ],
  [
    'addresses with a user name or password',
    credentials,
    words(`
      https://user:secret@hooks.example.com/ https://user@hooks.example.com/ https://:secret@hooks.example.com/
      https://:@hooks.example.com/ https://@8.8.8.8/ HTTPS://:@8.8.8.8/ https://hooks.example.com@127.0.0.1/
      https://hooks.example.com%2f@127.0.0.1/ https://hooks.example.com:443@127.0.0.1/ https://a@b@hooks.example.com/`),
  ],
  [
    'other schemes, and slashes that the URL parser would correct',
    scheme,
    words(`
      ftp://hooks.example.com/ file:///etc/passwd ws://hooks.example.com/ wss://hooks.example.com/
      gopher://hooks.example.com:70/_ javascript:alert(1) data:text/plain,x blob:https://hooks.example.com/1
      httpss://hooks.example.com/ unix:/var/run/docker.sock
      https:hooks.example.com/ https:/hooks.example.com/ https:///hooks.example.com/ https:////127.0.0.1/`),
  ],
  [
    'characters that the URL parser would drop or replace',
    signs,
    [
      ...words(
        'https:\\\\hooks.example.com\\ https://hooks.example.com\\@127.0.0.1/ https://127.0.0.1\\.hooks.example.com/',
      ),
      ...['\t', '\r\n', ' ', '\0', '\u0001', '\u0085', '\u2028'].flatMap(sign => [
        `${sign}https://hooks.example.com/`,
        `ht${sign}tps://hooks.exam${sign}ple.com/`,
        `https://hooks.example.com/${sign}`,
      ]),
    ],
  ],
  [
    'malformed URLs',
    nonsense,
    [
      '',
      ...words(`
        https://256.256.256.256/ https://1.2.3.4.5/ https://4294967296/ https://08.0.0.1/ https://[fe80::1%25eth0]/
        https://[::1%eth0]/ https://[::1/ https://::1/ https://[127.0.0.1]/ hooks.example.com //hooks.example.com/ https://
        https://? https://:443/ https://%00/ https://hooks%20example.com/ https://hooks%0d%0a.example.com/
        https://hooks.example.com%5c.evil.example/ https://<hooks>.example.com/ https://hooks.example.com:65536/
        https://hooks.example.com:-1/ https://hooks.example.com:https/`),
    ],
  ],
  ['port 0', /^must not have port 0$/, ['https://hooks.example.com:0/']],
];

for (const [what, reason, urls] of hostile) {
  test(`webhooks may not go to ${what}`, async t => {
    for (const reach of reason === notPublic ? [strict] : [strict, local])
      for (const url of urls) {
        const expected = { instanceOf: RemoteError, code: 'refused_address', message: reason };
        await t.throwsAsync(checkAddress(url, reach, resolver(names).lookup), expected, JSON.stringify(url));
      }
  });
}

test('only on a developer’s machine webhooks may go to http and to private addresses', async t => {
  for (const url of words('http://hooks.example.com/ HTTP://hooks.example.com/')) {
    const expected = { instanceOf: RemoteError, code: 'refused_address', message: scheme };
    await t.throwsAsync(checkAddress(url, strict, resolver(names).lookup), expected);
  }
  for (const url of words(`
    http://localhost:3000/x https://localhost/ http://127.0.0.1:8080/ http://intranet/ https://192.168.0.10/
    http://hooks.example.com/ https://mixed.example/`))
    t.is((await checkAddress(url, local, resolver(names).lookup)).href, url);
});

test('an unknown name is rejected as unknown', async t => {
  const [long, longer] = [`https://${'a'.repeat(300)}.example/`, `https://${'a.'.repeat(3000)}example/`];
  for (const url of [long, longer, 'https://gone.example/', 'https://xn--/'])
    await t.throwsAsync(
      checkAddress(url, strict, resolver(names).lookup),
      { instanceOf: RemoteError, code: 'dns', message: 'does not resolve to an address' },
      url,
    );
});

test('localhost is rejected with the system’s own resolver', async t => {
  await t.throwsAsync(checkAddress('https://localhost/', strict), {
    instanceOf: RemoteError,
    code: 'refused_address',
    message: notPublic,
  });
});

const good: [url: string, href: string][] = [
  ...forThePublic.map((address): [string, string] => [`https://${address}/`, `https://${address}/`]),
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['HTTPS://HOOKS.Example.COM/Path', 'https://hooks.example.com/Path'],
  ['https://hooks.example.com./x', 'https://hooks.example.com./x'],
  ['https://hooks.example.com:8443/a/b%20c?d=e&f=%2F', 'https://hooks.example.com:8443/a/b%20c?d=e&f=%2F'],
  ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
  ['https://hooks.example.com/@user:x', 'https://hooks.example.com/@user:x'],
  ['https://hooks.example.com/?to=http://127.0.0.1/', 'https://hooks.example.com/?to=http://127.0.0.1/'],
  ['https://münchen.example/grüße', 'https://xn--mnchen-3ya.example/gr%C3%BC%C3%9Fe'],
  ['https://both.example/', 'https://both.example/'],
  ['https://scoped.example/', 'https://scoped.example/'],
];

test('webhooks may go to public addresses, written as the URL parser writes them', async t => {
  for (const [url, href] of good) t.is((await checkAddress(url, strict, resolver(names).lookup)).href, href);
});

const resolved = (all: boolean, addresses: string[], reach = strict) =>
  new Promise((resolve, reject) =>
    checkedLookup(reach, resolver({ x: addresses }).lookup)('x', { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    ),
  );

test('connections go to the IPv4 address, however the resolver is asked', async t => {
  t.deepEqual(await resolved(true, ['::1', '127.0.0.1'], local), [{ address: '127.0.0.1', family: 4 }]);
  for (const address of [openV6, ...notForThePublicV6]) {
    t.deepEqual(await resolved(false, [address, open]), [open, 4]);
    t.deepEqual(await resolved(true, [open, address]), [{ address: open, family: 4 }]);
    await t.throwsAsync(resolved(true, [address]), { message: onlyV6 });
  }
});

test('one private address among public ones rejects a name', async t => {
  for (const address of notForThePublic) {
    for (const answer of [[address], [address, open], [open, address], [openV6, address, open]]) {
      await t.throwsAsync(
        resolved(true, answer),
        { instanceOf: RemoteError, code: 'refused_address' },
        `${answer}`,
      );
    }
  }
});

test('an answer of the resolver that isn’t an IP address is rejected', async t => {
  for (const answer of ['', 'localhost', '127.0.0.1/8', '::1::', '%eth0']) {
    await t.throwsAsync(resolved(true, [answer, open]), undefined, answer);
    await t.throwsAsync(resolved(true, [answer, open], local), undefined, answer);
  }
});
