import type { Config } from '../config.ts';

/** For how long browsers remember to use https alone, in seconds: a year. */
const maxAgeSeconds = 31_536_000;

/**
 * The headers by which browsers never ask this host without TLS again (RFC 6797): for every answer if the address that
 * clients see is https, else none. Other hosts of its domain are not included, because they may not be ours.
 */
export const transportSecurity = ({ publicUrl }: Pick<Config, 'publicUrl'>): Map<string, string> =>
  new Map(
    publicUrl?.startsWith('https://') ? [['Strict-Transport-Security', `max-age=${maxAgeSeconds}`]] : [],
  );
