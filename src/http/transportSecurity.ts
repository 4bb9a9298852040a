import type { Config } from '../config.ts';

/** How long browsers remember to use only https, in seconds: a year. */
const maxAgeSeconds = 31_536_000;

/**
 * The Strict-Transport-Security header (RFC 6797) if the address that clients see is https, else none. Other hosts of the
 * domain are not included, because they may not be ours.
 */
export const transportSecurity = ({ publicUrl }: Pick<Config, 'publicUrl'>): Map<string, string> =>
  new Map(
    publicUrl?.startsWith('https://') ? [['Strict-Transport-Security', `max-age=${maxAgeSeconds}`]] : [],
  );
