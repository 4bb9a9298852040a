/** The names of the machine's own loopback address. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request may come from a page of this origin: only our own pages' may, so that a page elsewhere
 * cannot use a browser to reach us (2026-07-28, Security & Endpoint). Assistants send no Origin.
 */
export function isOwn(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  const names = loopback.includes(own.hostname) ? loopback : [own.hostname];
  return names.some(name => origin === `${own.protocol}//${name}${own.port && `:${own.port}`}`);
}
