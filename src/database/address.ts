import { rules, type Wrong, wrongParameter } from './parameters.ts';

/**
 * The environment variables for TLS, each with the parameter of the address that it replaces if the parameter is
 * missing.
 */
const variables = {
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
  PGSSLNEGOTIATION: 'sslnegotiation',
} as const satisfies Record<string, keyof typeof rules>;

type Variables = { readonly [Name in keyof typeof variables]?: string | undefined };

/** An invalid variable and its rule: `must …`, without a period. */
export interface Unusable {
  variable: string;
  must: string;
}

/**
 * Adds the TLS settings of the variables to the parameters of a database's address, so that the address alone decides
 * how connections are secured. Returns the address, or the invalid variable. This check is needed because the driver
 * ignores unknown values and parameters, and connects in plain text.
 */
export function completeAddress(text: string, given: Variables): string | Unusable {
  const url = new URL(text);
  const stated = new Set(url.searchParams.keys());
  const must = wrongForm(url, stated);
  if (must !== null) return { variable: 'DATABASE_URL', must };
  const added = new Map<string, string>();
  for (const [variable, parameter] of Object.entries(variables)) {
    const value = given[variable as keyof Variables];
    const isStated = stated.has(parameter) || (parameter === 'sslmode' && stated.has('ssl'));
    if (value === undefined || isStated) continue;
    url.searchParams.set(parameter, value);
    added.set(parameter, variable);
  }
  const wrong = wrongParameter(url.searchParams);
  if (wrong !== null) return unusable(wrong, stated, added.size > 0);
  return added.size > 0 ? url.href : text;
}

/** The rule that an address violates, apart from the values of its parameters; null if it violates none. */
function wrongForm({ username, password, pathname, searchParams }: URL, stated: Set<string>): string | null {
  // The driver reads a lone % as a percent sign.
  const encoded = [username, password, pathname].join(' ').replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    decodeURIComponent(encoded);
  } catch {
    return 'must be an address that is percent-encoded UTF-8';
  }
  if (!stated.isSubsetOf(new Set(Object.keys(rules)))) {
    // The unknown parameter is not named, because it may be part of a password that contains a question mark.
    return `must be an address with no other parameters than ${Object.keys(rules).join(', ')}`;
  }
  return [...searchParams].length === stated.size ? null : 'must be an address that has each parameter once';
}

/** The source of an invalid value: the address, or the variable that replaced the parameter. */
function unusable({ parameter, expectation }: Wrong, stated: Set<string>, hasVariables: boolean): Unusable {
  const [variable] = Object.entries(variables).find(([, other]) => other === parameter) ?? [];
  return variable === undefined || stated.has(parameter) || !hasVariables
    ? { variable: 'DATABASE_URL', must: `must be an address whose ${parameter} is ${expectation}` }
    : { variable, must: `must be ${expectation}` };
}
