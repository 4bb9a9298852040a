/** The address that a pattern stands for: `/invoices/:id` and the id. */
export const addressOf = (pattern: string, params: Record<string, string>) =>
  pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));

/** An address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const [path, query = ''] = address.split('?');
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...more })}`;
}

/** Makes what tells whether an address is that of one of these patterns, and of nothing else. */
export function among(patterns: readonly string[]): (address: string) => boolean {
  const known = patterns.map(pattern => new RegExp(`^${pattern.replace(/:\w+/g, '[\\w-]+')}$`));
  // A browser reads a backslash as a slash, drops line breaks, and takes two slashes for another site.
  return address =>
    /^\/(?!\/)[!-[\]-~]*$/.test(address) && known.some(one => one.test(address.split(/[?#]/)[0]!));
}
