import assert from 'node:assert/strict';
import type { Person } from './session.ts';

/** A response to a browser. */
export interface Seen {
  status: number;
  headers: Headers;
  /** Where the response redirects to. The browser does not follow redirects by itself. */
  location: string | null;
  text: string;
}

/** A form on a page, with the values of its fields. */
export interface Form {
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
    return this.#ask(path, { method, headers });
  }

  post(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    headers: Record<string, string> = {},
  ): Promise<Seen> {
    const from: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin', Origin: this.#baseUrl };
    return this.#ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...from, ...headers },
    });
  }

  /** Presses a button of a page, with these values in place of those in the form. */
  async press({ text }: Seen, button: string, typed: Record<string, string> = {}): Promise<Seen> {
    const { method, action, fields } = formOf(text, button);
    const filled = [...fields.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
    if (method === 'get') return this.get(`${action}?${new URLSearchParams(filled)}`);
    return this.post(action, filled);
  }

  /** Opens the first link of a page with this text, or with this name for screen readers. */
  follow({ text }: Pick<Seen, 'text'>, name: string): Promise<Seen> {
    const links = [...text.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)];
    const link = links.find(
      ([, head, inner]) => attribute(head!, 'aria-label') === name || textOf(inner!) === name,
    );
    assert.ok(link, `no link ${name}: ${text}`);
    return this.get(attribute(link[1]!, 'href'));
  }

  async #ask(path: string, init: RequestInit): Promise<Seen> {
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(this.#baseUrl + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie && { Cookie: cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      text,
    };
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

/** The form with this button on a page. Throws if there is not exactly one such button. */
export function formOf(page: string, button: string): Form {
  const named = new RegExp(`<button([^>]*)>${button}</button>`, 'g');
  const found = [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head, inner]) =>
    [...inner!.matchAll(named)].map(([, pressed]) => ({ head: head!, inner: inner!, pressed: pressed! })),
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
  const [first = '', ...more] = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => option!);
  return attribute([first, ...more].find(option => / selected\b/.test(option)) ?? first, 'value');
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The text that HTML stands for. */
export const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name]!);
