import { rules, type Wrong, wrongParameter } from './parameters.ts';

/** The variables for TLS settings that the address lacks, each with the parameter that it stands for. */
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
 * The address of a database with all that the variables say of TLS in its parameters, so that it alone decides how
 * connections are secured; or what is wrong with it. The driver itself ignores values and parameters that it does not
 * know, and connects in plain text.
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

/** What is wrong with an address before its parameters are looked at. */
function wrongForm({ username, password, pathname, searchParams }: URL, stated: Set<string>): string | null {
  // The driver takes a lone % for itself.
  const encoded = [username, password, pathname].join(' ').replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    decodeURIComponent(encoded);
  } catch {
    return 'must be an address that is percent-encoded UTF-8';
  }
  if (!stated.isSubsetOf(new Set(Object.keys(rules)))) {
    // The name of the other one is not repeated: it may be a part of a password with a question mark.
    return `must be an address with no other parameters than ${Object.keys(rules).join(', ')}`;
  }
  return [...searchParams].length === stated.size ? null : 'must be an address that has each parameter once';
}

/** The source of the wrong value: the address, or the variable in its place. */
function unusable({ parameter, expectation }: Wrong, stated: Set<string>, hasVariables: boolean): Unusable {
  const [variable] = Object.entries(variables).find(([, other]) => other === parameter) ?? [];
  return variable === undefined || stated.has(parameter) || !hasVariables
    ? { variable: 'DATABASE_URL', must: `must be an address whose ${parameter} is ${expectation}` }
    : { variable, must: `must be ${expectation}` };
}
