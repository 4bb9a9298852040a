/** Fills in the parameters of a pattern such as `/invoices/:id`. */
export const addressOf = (pattern: string, params: Record<string, string>) =>
  pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));

/** Adds parameters to the query of an address. */
export function withQuery(address: string, more: Record<string, string>): string {
  const [path, query = ''] = address.split('?');
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...more })}`;
}

/** Makes a function that returns a list's address with another query, which keeps these parameters of the present one. */
export function addressKeeping(path: string, search: URLSearchParams, names: readonly string[]) {
  const kept = names.filter(name => search.get(name)).map(name => [name, search.get(name)!]);
  return (query: Record<string, string>): string => {
    const all = new URLSearchParams({ ...query, ...Object.fromEntries(kept) });
    return all.size === 0 ? path : `${path}?${all}`;
  };
}

/** The address of the part of a page with this id; without an id, of the page. */
export const withFragment = (address: string, id: string | undefined): string =>
  id === undefined ? address : `${address}#${id}`;

/** The address of the sign-in page that leads to `next`. */
export const signInAddress = (next: string) => withQuery('/sign-in', { next });

/** The address of the page that asks for a new code and then leads to `next`. */
export const confirmAddress = (next: string) => withQuery('/sign-in/confirm', { next });

/** Makes a function that tells whether an address is a path of the console that matches one of these patterns. */
export function pathMatcher(patterns: readonly string[]): (address: string) => boolean {
  const known = patterns.map(pattern => new RegExp(`^${pattern.replace(/:\w+/g, '[\\w-]+')}$`));
  // A browser reads a backslash as a slash, drops line breaks, and takes two slashes for another site.
  return address =>
    /^\/(?!\/)[!-[\]-~]*$/.test(address) && known.some(one => one.test(address.split(/[?#]/)[0]!));
}

/** The query that leads back to the same view of a page, without the notice of the previous post. */
export function queryOf(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete('done');
  return query.size === 0 ? '' : `?${query}`;
}

/** The id of a form's field on the page `here`. */
export const fieldId = (path: string, name: string, here = '') => idIn(idOf(path, here), name);

/** The id of a field in a form whose ids begin with this prefix. */
export const idIn = (form: string, name: string) => `${form}-${name.replaceAll('.', '-')}`;

/** The prefix of the ids of a form's fields: its path without the page's path, to keep the many ids of a page short. */
export function idOf(path: string, here = ''): string {
  const page = `${here.split('?')[0]}/`;
  return path.slice(path.startsWith(page) ? page.length : 1).replaceAll(/[^\w-]/g, '-');
}
