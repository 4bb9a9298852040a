import { password } from './role.ts';

// Finds secrets and private data in logs (ops/README.md, "The log"). Each kind has a recognizable form, or
// contains a mark that the tests put into it, so this file needs no list of the tests' values.

/** The mark that the tests put into all private data, and into environment variables that are secret. */
const mark = /never[- ](?:to-be-)?(?:leaves|seen)|5ecret/i;
/** 32 random bytes as in URLs and cookies. The names of constraints may be as long, but have no capitals. */
const token = /(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}([\w-]{22})?(?![\w-])/;

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

/** Lines that contain secrets on purpose. */
const allowed: readonly RegExp[] = [
  // Without SMTP_URL mail is logged in full, because otherwise it would be lost (src/mail/send.ts).
  /"msg":"SMTP_URL is not set: this mail was not sent"\}$/,
  // The first start prints a key and a link, only this once (src/demo/demo.ts).
  /^ {2}crk_[\w-]+$/,
  /^ {2}curl \S+\/api\/v1\/me -H 'Authorization: Bearer crk_[\w-]+'$/,
  /^ {2}https?:\/\/\S+\/sign-in\/[\w-]+$/,
];

/** The kinds of secrets and private data in a line of a log. */
export const leaksIn = (line: string): string[] =>
  allowed.some(form => form.test(line))
    ? []
    : forms.filter(([, form]) => form.test(line)).map(([what]) => what);
