import { hasValidNetworkDigits } from '../vocabulary/identifiers.ts';
import type { Outcomes, Row } from './define.ts';

const warning =
  'The check digits of the e-invoice network ID don’t match: compare it with the one that you were given.';

/** Adds a warning to an action's answer if the network id of its input has wrong check digits, which doesn't reject it. */
export async function withNetworkIdWarning(answer: Row, input: Row): Promise<Row> {
  const { eInvoiceNetworkId: id } = input;
  return typeof id !== 'string' || hasValidNetworkDigits(id) ? answer : { ...answer, warning };
}

/** The notices of such an action: `saved`, and the warning if there is one. */
export const networkIdOutcomes = (saved: string): Outcomes => ({
  sentences: { saved, warned: `${saved} ${warning}` },
  of: ({ warning }) => (warning === undefined ? 'saved' : 'warned'),
});
