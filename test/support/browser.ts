import assert from 'node:assert/strict';
import type { ExecutionContext } from 'ava';
import { sent } from './call.ts';
import type { Person } from './session.ts';

/** A response to a browser. */
export interface Seen {
  status: number;
  headers: Headers;
  /** Where the response redirects to. The browser does not follow redirects by itself. */
  location: string | null;
  text: string;
  /** The path that was asked for. */
  path: string;
}

/** A page, or a part of one, as HTML. */
type Page = Pick<Seen, 'text'> & Partial<Seen>;

/** A form on a page, with the values of its fields. */
interface Form {
  method: string;
  action: string;
  fields: [name: string, value: string][];
}

/** A browser without scripts. It keeps cookies, and sends the headers that tell where a form comes from. */
export class Browser {
  readonly #baseUrl: string;
  readonly cookies = new Map<string, string>();

  /** A browser in which this person is signed in, or no one. */
  constructor(baseUrl: string, person?: Pick<Person, 'token'>) {
    this.#baseUrl = baseUrl;
    if (person) this.cookies.set('corkboard', person.token);
  }

  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
    return this.#ask(path, method, headers);
  }

  post(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    return this.#submit(path, `${new URLSearchParams(fields)}`, { ...type, ...headers });
  }

  /** Sends a form with this body. */
  async send(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Seen> {
    const encoded = new Response(body);
    const type = encoded.headers.get('Content-Type');
    const bytes = await encoded.bytes();
    return this.#submit(path, bytes, { ...(type !== null && { 'Content-Type': type }), ...headers });
  }

  #submit(path: string, body: string | Uint8Array, headers: Record<string, string>): Promise<Seen> {
    const from = { 'Sec-Fetch-Site': 'same-origin', Origin: this.#baseUrl };
    return this.#ask(path, 'POST', { ...from, ...headers }, body);
  }

  /** Presses a button of a page, with these values in place of those in the form. */
  async press({ text }: Page, button: string, typed: Record<string, string> = {}): Promise<Seen> {
    const { method, action, fields } = formOf(text, button);
    const filled = [...fields.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
    if (method === 'get') return this.get(`${action}?${new URLSearchParams(filled)}`);
    return this.post(action, filled);
  }

  /** Opens the first link of a page with this text, or with this name for screen readers. */
  follow(page: Page, name: string): Promise<Seen> {
    const link = linksOf(page).find(([own]) => own === name);
    assert.ok(link, `no link ${name}: ${page.text}`);
    return this.get(link[1].startsWith('?') ? page.path!.split('?')[0] + link[1] : link[1]);
  }

  async #ask(
    path: string,
    method: string,
    given: Record<string, string>,
    body?: string | Uint8Array,
  ): Promise<Seen> {
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ');
    const headers = { 'User-Agent': 'Browser', ...(cookie && { Cookie: cookie }), ...given };
    const answer = await sent(this.#baseUrl + path, method, headers, body);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return { ...answer, location: answer.headers.get('location'), path };
  }
}

/** The text of a piece of HTML. */
export const textOf = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, '')).trim();

/** The texts of the cells of each row in the tables of a page or a part of it, without their headings. */
export const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr><th scope="row"[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    row!
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map(textOf),
  );

/** Elements that stand within a line of text. All others separate it. */
const inline = /<\/?(?:a|abbr|b|bdi|code|em|i|strong|time|wbr)\b[^>]*>/g;

/** The text of a page without its navigation, with a blank wherever one part of it ends. */
export const wordsOf = ({ text }: Page): string =>
  unescaped(
    text
      .replace(/^[\s\S]*(?=<main\b)/, '')
      .replaceAll(inline, '')
      .replaceAll(/<[^>]*>/g, ' '),
  ).replaceAll(/\s+/g, ' ');

/** Checks that a page shows texts. In each, ` … ` stands for anything between its parts. */
export function shows(t: Pick<ExecutionContext, 'true'>, page: Page, ...texts: string[]): void {
  const words = wordsOf(page);
  for (const text of texts) {
    let at = 0;
    for (const part of text.split(' … ')) {
      const found = words.indexOf(part, at);
      t.true(found >= 0, `${part} is not shown in ${words}`);
      at = found + part.length;
    }
  }
}

/** Checks that a page shows none of these texts. */
export function lacks(t: Pick<ExecutionContext, 'false'>, page: Page, ...texts: string[]): void {
  const words = wordsOf(page);
  for (const text of texts) t.false(words.includes(text), `${text} is shown in ${words}`);
}

/** The elements of a page with this tag: the name of each for screen readers, its attributes, and its text. */
const elementsOf = ({ text }: Page, tag: string): [name: string, attributes: string, text: string][] =>
  [...text.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, head, inner]) => [
    attribute(head!, 'aria-label') || textOf(inner!),
    head!,
    textOf(inner!),
  ]);

/** The name and the address of each link of a page. */
export const linksOf = (page: Page): [name: string, href: string][] =>
  elementsOf(page, 'a').map(([name, head]) => [name, attribute(head, 'href')]);

/** The names of the buttons of a page. */
export const buttonsOf = (page: Page): string[] => elementsOf(page, 'button').map(([name]) => name);

/** The value of the first field of a page with this label. */
export function fieldOf({ text }: Page, label: string): string {
  const [, id] = [...text.matchAll(/<label for="([^"]*)">([^<]*)/g)].find(
    ([, , name]) => unescaped(name!).trim() === label,
  ) ?? [null, null];
  assert.ok(id, `no field ${label}: ${text}`);
  const [, kind, head, inner] = new RegExp(
    `<(input|textarea|select)\\b([^>]* id="${id}"[^>]*)>(?:\\n?([\\s\\S]*?)</(?:textarea|select)>)?`,
  ).exec(text)!;
  if (kind === 'input') return attribute(head!, 'value');
  return kind === 'select' ? chosen(inner!) : unescaped(inner!);
}

/** The form with this button on a page. Throws if there is not exactly one such button. */
export function formOf(page: string, button: string): Form {
  const found = [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head, inner]) =>
    elementsOf({ text: inner! }, 'button')
      .filter(([name, , shown]) => name === button || shown === button)
      .map(([, pressed]) => ({ head: head!, inner: inner!, pressed })),
  );
  assert.equal(found.length, 1, `${found.length} buttons ${button}: ${page}`);
  const { head, inner, pressed } = found[0]!;
  const controls =
    /<input\b([^>]*)>|<textarea\b([^>]*)>\n?([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/g;
  const fields = [...inner.matchAll(controls)].flatMap(([, input, area, text, choice, options]) => {
    if (area !== undefined) return [[attribute(area, 'name'), unescaped(text!)]];
    if (choice !== undefined) return [[attribute(choice, 'name'), chosen(options!)]];
    const isBox = attribute(input!, 'type') === 'checkbox';
    if (isBox && !/ checked\b/.test(input!)) return [];
    return [
      [attribute(input!, 'name'), /\bvalue="/.test(input!) || !isBox ? attribute(input!, 'value') : 'on'],
    ];
  });
  const name = attribute(pressed, 'name');
  if (name !== '') fields.push([name, attribute(pressed, 'value')]);
  return {
    method: attribute(head, 'method'),
    action: attribute(pressed, 'formaction') || attribute(head, 'action'),
    fields: fields as Form['fields'],
  };
}

function chosen(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>([^<]*)/g)];
  const [, option = '', text = ''] = all.find(([, option]) => / selected\b/.test(option!)) ?? all[0] ?? [];
  return / value="/.test(option) ? attribute(option, 'value') : unescaped(text);
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The text that HTML stands for. */
export const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name]!);
