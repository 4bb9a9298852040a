/** The address that a pattern stands for: `/invoices/:id` and the id. */
export const addressOf = (pattern: string, params: Record<string, string>) =>
  pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));

/** An address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const [path, query = ''] = address.split('?');
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...more })}`;
}

/** Where somebody signs in, and goes on to `next` from there. */
export const signInAddress = (next: string) => withQuery('/sign-in', { next });

/** Where somebody proves again who they are, and goes on to `next` from there. */
export const confirmAddress = (next: string) => withQuery('/sign-in/confirm', { next });

/** Makes what tells whether an address is that of one of these patterns, and of nothing else. */
export function among(patterns: readonly string[]): (address: string) => boolean {
  const known = patterns.map(pattern => new RegExp(`^${pattern.replace(/:\w+/g, '[\\w-]+')}$`));
  // A browser reads a backslash as a slash, drops line breaks, and takes two slashes for another site.
  return address =>
    /^\/(?!\/)[!-[\]-~]*$/.test(address) && known.some(one => one.test(address.split(/[?#]/)[0]!));
}

/** The query that leads back to the same view of a page, without what was said of the form before. */
export function queryOf(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete('done');
  return query.size === 0 ? '' : `?${query}`;
}

/** The id of a form's field on the page `here`. */
export const fieldId = (path: string, name: string, here = '') => idIn(idOf(path, here), name);

/** The id of a field in a form whose ids begin so. */
export const idIn = (form: string, name: string) => `${form}-${name.replaceAll('.', '-')}`;

/** What the ids of a form begin with. They are many: what its path has from the page's own is left out. */
export function idOf(path: string, here = ''): string {
  const page = `${here.split('?')[0]}/`;
  return path.slice(path.startsWith(page) ? page.length : 1).replaceAll(/[^\w-]/g, '-');
}
