import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { log } from '../log.ts';
import type { Access } from './access.ts';

/** How long browsers remember to use only https, in seconds: a year. */
const maxAgeSeconds = 31_536_000;

/** Strict-Transport-Security (RFC 6797) for an https address, without other hosts of its domain: they may not be ours. */
export const transportSecurity = ({ publicUrl }: Pick<Config, 'publicUrl'>): Map<string, string> =>
  new Map(
    publicUrl?.startsWith('https://') ? [['Strict-Transport-Security', `max-age=${maxAgeSeconds}`]] : [],
  );

/**
 * Returns a function that is called with each request, and logs the first one with a valid key that reached our proxy in
 * plain text although clients see an https address. Such requests are answered (decisions: Requests).
 */
export function reportingPlainText({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>) {
  const expectsTls = trustProxy > 0 && publicUrl?.startsWith('https://');
  let isLogged = false;
  return ({ headers }: IncomingMessage, { keyPrefix, workspaceId }: Access): void => {
    if (!expectsTls || isLogged || keyPrefix === undefined || schemeOf(headers, trustProxy) !== 'http')
      return;
    isLogged = true;
    log.warn(
      { keyPrefix, workspaceId },
      'an API key came in plain text (X-Forwarded-Proto: http): make the proxy refuse http, and replace the key. Only the first such request is logged',
    );
  };
}

/** The scheme that the outermost of our proxies was asked with. Each may add an entry, or replace those before. */
function schemeOf(headers: IncomingMessage['headers'], trustProxy: number): string | undefined {
  const entries = `${headers['x-forwarded-proto'] ?? ''}`.split(',').map(entry => entry.trim().toLowerCase());
  return entries.at(-trustProxy) ?? entries[0];
}
