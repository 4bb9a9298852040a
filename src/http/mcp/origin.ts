/** The names of the machine's own loopback address. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether this origin is the service's own. Requests from pages of other origins are rejected, so that a foreign page
 * can't use a browser to reach the tool server (2026-07-28, Security & Endpoint). Assistants send no Origin.
 */
export function isOwn(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  const names = loopback.includes(own.hostname) ? loopback : [own.hostname];
  return names.some(name => origin === `${own.protocol}//${name}${own.port && `:${own.port}`}`);
}
