import test from 'ava';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { checkAddress, checkedLookup, checkUrl } from '../../src/webhooks/address.ts';
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

/** The first and the last address of every range that is not public. */
const notForThePublic = `
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255
  192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255
  168.63.129.16 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255
  240.0.0.0 255.255.255.254 255.255.255.255`
  .trim()
  .split(/\s+/);

/** The public addresses next to those ranges. */
const forThePublic = `
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
  168.63.129.15 168.63.129.17 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255`
  .trim()
  .split(/\s+/);

const notForThePublicV6 = `
  :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
  2002:7f00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1`
  .trim()
  .split(/\s+/);

const hostile: [url: string, reason: RegExp][] = [
  // IPv4 addresses in every notation
  ...notForThePublic.map((address): [string, RegExp] => [`https://${address}/`, notPublic]),
  ['https://2130706433/', notPublic],
  ['https://3232235521/', notPublic],
  ['https://0/', notPublic],
  ['https://0x7f000001/', notPublic],
  ['https://0X7F.1/', notPublic],
  ['https://0x7f.0x0.0x0.0x1/', notPublic],
  ['https://0177.0.0.1/', notPublic],
  ['https://017700000001/', notPublic],
  ['https://127.1/', notPublic],
  ['https://127.0.1/', notPublic],
  ['https://10.1/', notPublic],
  ['https://169.254.43518/', notPublic],
  ['https://0xa9fea9fe/', notPublic],
  ['https://127.0.0.1./', notPublic],
  ['https://127.0.0.1:8443/x?y=z', notPublic],
  ['https://①②⑦.⓪.⓪.①/', notPublic],
  ['https://１２７.０.０.１/', notPublic],
  ['https://127。0。0。1/', notPublic],
  ['https://127%2e0%2e0%2e1/', notPublic],
  ['https://%31%32%37.0.0.1/', notPublic],
  ['https://256.256.256.256/', nonsense],
  ['https://1.2.3.4.5/', nonsense],
  ['https://4294967296/', nonsense],
  ['https://08.0.0.1/', nonsense],
  // IPv6
  ...notForThePublicV6
    .filter(address => !address.includes('%'))
    .map((address): [string, RegExp] => [`https://[${address}]/`, onlyV6]),
  [`https://[${openV6}]/`, onlyV6],
  ['https://[2606:4700:4700::1111]:8443/', onlyV6],
  ['https://[fe80::1%25eth0]/', nonsense],
  ['https://[::1%eth0]/', nonsense],
  ['https://[::1/', nonsense],
  ['https://::1/', nonsense],
  ['https://[127.0.0.1]/', nonsense],
  // Names
  ['https://localhost/', notPublic],
  ['https://LOCALHOST/', notPublic],
  ['https://localhost./', notPublic],
  ['https://app.localhost/', notPublic],
  ['https://ｌｏｃａｌｈｏｓｔ/', notPublic],
  ['https://%6c%6f%63%61%6c%68%6f%73%74/', notPublic],
  ['https://intranet/', notPublic],
  ['https://metadata.google.internal/computeMetadata/v1/', notPublic],
  ['https://127.0.0.1.nip.example/', notPublic],
  ['https://mixed.example/', notPublic],
  ['https://mixed-late.example/', notPublic],
  ['https://v6.example/', onlyV6],
  ['https://none.example/', onlyV6],
  // User names and passwords
  ['https://user:secret@hooks.example.com/', credentials],
  ['https://user@hooks.example.com/', credentials],
  ['https://:secret@hooks.example.com/', credentials],
  ['https://:@hooks.example.com/', credentials],
  ['https://@8.8.8.8/', credentials],
  ['HTTPS://:@8.8.8.8/', credentials],
  ['https://hooks.example.com@127.0.0.1/', credentials],
  ['https://hooks.example.com%2f@127.0.0.1/', credentials],
  ['https://hooks.example.com:443@127.0.0.1/', credentials],
  ['https://a@b@hooks.example.com/', credentials],
  // Other schemes
  ['http://hooks.example.com/', scheme],
  ['HTTP://hooks.example.com/', scheme],
  ['ftp://hooks.example.com/', scheme],
  ['file:///etc/passwd', scheme],
  ['ws://hooks.example.com/', scheme],
  ['wss://hooks.example.com/', scheme],
  ['gopher://hooks.example.com:70/_', scheme],
  ['javascript:alert(1)', scheme],
  ['data:text/plain,x', scheme],
  ['blob:https://hooks.example.com/1', scheme],
  ['httpss://hooks.example.com/', scheme],
  ['unix:/var/run/docker.sock', scheme],
  // Slashes that the URL parser would correct
  ['https:hooks.example.com/', scheme],
  ['https:/hooks.example.com/', scheme],
  ['https:///hooks.example.com/', scheme],
  ['https:////127.0.0.1/', scheme],
  // Characters that the URL parser would drop or replace
  ['https:\\\\hooks.example.com\\', signs],
  ['https://hooks.example.com\\@127.0.0.1/', signs],
  ['https://127.0.0.1\\.hooks.example.com/', signs],
  ['https://hooks.exam\tple.com/', signs],
  ['ht\ntps://hooks.example.com/', signs],
  ['https://hooks.example.com/\r\nX-Injected: yes', signs],
  [' https://hooks.example.com/', signs],
  ['https://hooks.example.com/ ', signs],
  ['https://hooks.example.com/a b', signs],
  ['https://hooks.example.com/\u0000', signs],
  ['\u0001https://hooks.example.com/', signs],
  ['https://hooks.example.com/\u2028', signs],
  ['https://hooks.example.com/\u0085', signs],
  // Malformed URLs
  ['', nonsense],
  ['hooks.example.com', nonsense],
  ['//hooks.example.com/', nonsense],
  ['https://', nonsense],
  ['https://?', nonsense],
  ['https://:443/', nonsense],
  ['https://%00/', nonsense],
  ['https://hooks%20example.com/', nonsense],
  ['https://hooks%0d%0a.example.com/', nonsense],
  ['https://hooks.example.com%5c.evil.example/', nonsense],
  ['https://<hooks>.example.com/', nonsense],
  ['https://hooks.example.com:65536/', nonsense],
  ['https://hooks.example.com:-1/', nonsense],
  ['https://hooks.example.com:https/', nonsense],
  ['https://hooks.example.com:0/', /^must not have port 0$/],
];

const shown = (url: string) =>
  JSON.stringify(url).replace(
    /[\u0085\u2028]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

for (const [url, reason] of hostile) {
  test(`webhooks may not go to ${shown(url)}`, async t => {
    const error = await t.throwsAsync(checkAddress(url, strict, resolver(names).lookup), {
      instanceOf: RemoteError,
      code: 'refused_address',
    });
    t.regex(error.message, reason);
  });
}

for (const url of [
  `https://${'a'.repeat(300)}.example/`,
  `https://${'a.'.repeat(3000)}example/`,
  'https://gone.example/',
  'https://xn--/',
]) {
  test(`an unknown name is rejected as unknown: ${url.slice(0, 30)}, ${url.length} characters`, async t => {
    const error = await t.throwsAsync(checkAddress(url, strict, resolver(names).lookup), {
      instanceOf: RemoteError,
      code: 'dns',
    });
    t.is(error.message, 'does not resolve to an address');
  });
}

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

for (const [url, href] of good) {
  test(`webhooks may go to ${url}`, async t => {
    t.is((await checkAddress(url, strict, resolver(names).lookup)).href, href);
  });
}

for (const url of [
  'http://localhost:3000/x',
  'https://localhost/',
  'http://127.0.0.1:8080/',
  'http://intranet/',
  'https://192.168.0.10/',
  'http://hooks.example.com/',
  'https://mixed.example/',
]) {
  test(`on a developer's machine webhooks may also go to ${url}`, async t => {
    t.is((await checkAddress(url, local, resolver(names).lookup)).href, url);
  });
}

for (const [url, reason] of hostile.filter(([, reason]) => reason !== notPublic)) {
  if (/^http:\/\//i.test(url)) continue;
  test(`webhooks may not go to ${shown(url)}, even on a developer's machine`, async t => {
    const error = await t.throwsAsync(checkAddress(url, local, resolver(names).lookup), {
      instanceOf: RemoteError,
      code: 'refused_address',
    });
    t.regex(error.message, reason);
  });
}

const resolved = (host: string, all: boolean, addresses: string[], reach = strict) =>
  new Promise((resolve, reject) =>
    checkedLookup(reach, resolver({ [host]: addresses }).lookup)(host, { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    ),
  );

test('connections go to the IPv4 address, however the resolver is asked', async t => {
  t.deepEqual(await resolved('both.example', true, [openV6, open]), [{ address: open, family: 4 }]);
  t.deepEqual(await resolved('both.example', false, [openV6, open]), [open, 4]);
  t.deepEqual(await resolved('home.example', true, ['::1', '127.0.0.1'], local), [
    { address: '127.0.0.1', family: 4 },
  ]);
});

test('IPv6 addresses are ignored if there is an IPv4 address', async t => {
  for (const address of notForThePublicV6) {
    for (const answer of [
      [address, open],
      [open, address],
    ]) {
      t.deepEqual(await resolved('x.example', false, answer), [open, 4]);
    }
    await t.throwsAsync(resolved('x.example', true, [address]), { message: onlyV6 });
  }
});

test('one private address among public ones rejects a name', async t => {
  for (const address of notForThePublic) {
    for (const answer of [[address], [address, open], [open, address], [openV6, address, open]]) {
      await t.throwsAsync(
        resolved('x.example', true, answer),
        { instanceOf: RemoteError, code: 'refused_address' },
        `${answer}`,
      );
    }
  }
});

test('an answer of the resolver that isn’t an IP address is rejected', async t => {
  for (const answer of ['', 'localhost', '127.0.0.1/8', '::1::', '%eth0']) {
    await t.throwsAsync(resolved('x.example', true, [answer, open]), undefined, answer);
    await t.throwsAsync(resolved('x.example', true, [answer, open], local), undefined, answer);
  }
});

test('a URL that can be rejected without the resolver isn’t resolved', t => {
  t.throws(() => checkUrl('https://10.0.0.1/', strict), { instanceOf: RemoteError, code: 'refused_address' });
  t.is(checkUrl('https://intranet/', strict).hostname, 'intranet');
});
