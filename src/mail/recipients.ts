import type { Contact } from '../records/contacts.ts';
import { type MailTemplate, mailKinds } from './mailKinds.ts';

/** The addresses of a client. */
export interface ClientAddresses {
  email: string | null;
  billingEmail: string | null;
  contacts: Contact[] | null;
}

/** The most addresses that an email has: its recipient and five copies. */
const maxAddresses = 6;

/**
 * To whom an email of a kind is suggested to go, the first as its recipient and the others for a copy: the contacts with the role
 * that it is for, otherwise the client's own address. Empty if the client has no address.
 */
export function recipientsFor(kind: MailTemplate, client: ClientAddresses): string[] {
  const { email, billingEmail, contacts } = client;
  const { role } = mailKinds[kind];
  const ofRole = (contacts ?? []).flatMap(one => (one.role === role && one.email ? [one.email] : []));
  const named = role === 'billing' && billingEmail !== null ? [billingEmail, ...ofRole] : ofRole;
  const usual = [email ?? billingEmail].filter(address => address !== null);
  const found = named.length > 0 ? named : usual;
  const byAddress = new Map(found.map(address => [address.toLowerCase(), address]));
  return [...byAddress.values()].slice(0, maxAddresses);
}
