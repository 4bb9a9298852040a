import { password } from './role.ts';

// What no log may contain (docs/operating.md, "Watching"), and how it is recognized. Everything that is looked for has
// a form of its own, or a mark that the tests put into it: so this file need not know what each test made.

/** The mark that the tests put into everything that is private, and into variables that are secret. */
const mark = /never[- ](?:to-be-)?(?:leaves|seen)|5ecret/i;
/** 32 random bytes as in addresses and cookies. Names of constraints may be as long, but have no capitals. */
const token = /(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/;

const forms: readonly (readonly [what: string, form: RegExp])[] = [
  // The log names a key by its first ten characters (src/http/authorize.ts).
  ['a key', /crk_[\w-]{7}/],
  ['a signing secret', /whsec_[\w+/=-]{8}/],
  ['a session, sign-in or share token', token],
  ['32 bytes that encrypt, or a hash', /(?<![\w+/])[\w+/]{43}=/],
  ['the password of an embedded PostgreSQL', /(?<![0-9a-f])[0-9a-f]{48}(?![0-9a-f])/],
  ['a password in an address', /[a-z]:\/\/[^\s/@"]*:[^\s/@"]+@/i],
  ["the password of the tests' role", new RegExp(`${password}|${encodeURIComponent(password)}`)],
  ['an email address', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['something private', mark],
];

/** Lines that contain such things on purpose. */
const meant: readonly RegExp[] = [
  // Without SMTP_URL mail is logged in full, because otherwise it would be lost (src/mail/send.ts).
  /"msg":"SMTP_URL is not set: this mail was not sent"\}$/,
  // The first start prints a key and a link, only this once (src/demo/demo.ts).
  /^ {2}crk_[\w-]+$/,
  /^ {2}curl \S+\/api\/v1\/me -H 'Authorization: Bearer crk_[\w-]+'$/,
  /^ {2}https?:\/\/\S+\/sign-in\/[\w-]+$/,
];

/** What a line of a log contains that no log may contain. */
export const leaksIn = (line: string): string[] =>
  meant.some(form => form.test(line))
    ? []
    : forms.filter(([, form]) => form.test(line)).map(([what]) => what);
