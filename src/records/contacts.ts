import { z } from 'zod';
import { leftOutIfBlank, oneLineText, optionalEmail } from '../vocabulary/text.ts';

// The people at a client, besides the main contact: the address to which invoices go is seldom the one of the person who
// approves a scope.

/** The kinds of emails that contacts get (src/mail/recipients.ts). */
const contactRoles = ['billing', 'approval', 'other'] as const;

const maxContacts = 20;
const wrongCount = { error: `must have 1 to ${maxContacts} contacts` };

/** A contact. sql/functions/checks/check_contacts.sql has the same rules. */
export const Contact = z.strictObject({
  name: oneLineText(500),
  email: optionalEmail,
  phone: leftOutIfBlank(oneLineText(50)),
  role: z.enum(contactRoles).default('other'),
});
export type Contact = z.infer<typeof Contact>;

/** The contacts of a client, at least one; a client without any has null. */
export const contacts = z.array(Contact).min(1, wrongCount).max(maxContacts, wrongCount);

/** A contact on one line, as in `Ada Marsh <ada@harbour.example> 040 123 (billing)`. */
export const contactText = ({ name, email, phone, role }: Contact): string =>
  [name, email && `<${email}>`, phone, `(${role})`].filter(part => part).join(' ');

/** The contacts of lines like those of `contactText`, for the schema to check. */
export const contactsIn = (text: string): unknown[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(contactIn);

function contactIn(line: string) {
  const role = contactRoles.find(one => line.toLowerCase().endsWith(`(${one})`));
  const rest = role === undefined ? line : line.slice(0, -role.length - 2).trim();
  // With a second address the email is none, which the schema refuses.
  const [from, to] = [rest.indexOf('<'), rest.lastIndexOf('>')];
  const named = { name: rest, ...(role && { role }) };
  if (from < 0 || to < from) return named;
  const phone = rest.slice(to + 1).trim();
  return {
    ...named,
    ...{ name: rest.slice(0, from).trim(), email: rest.slice(from + 1, to).trim() },
    ...(phone !== '' && { phone }),
  };
}
