import test from 'ava';
import { recipientsFor } from '../../src/mail/recipients.ts';

test('an email is suggested to go to the contacts that it is for, otherwise to the client', t => {
  const contact = (role: 'billing' | 'approval' | 'other', email?: string) => ({ name: 'A', role, email });
  const contacts = [
    ...[contact('approval', 'ceo@x.example'), contact('billing', 'Books@x.example')],
    ...[contact('billing'), contact('other', 'other@x.example'), contact('billing', 'b@x.example')],
  ];
  const client = { email: 'ada@x.example', billingEmail: 'books@x.example', contacts };
  for (const kind of ['invoice', 'reminder', 'statement'] as const)
    t.deepEqual(recipientsFor(kind, client), ['Books@x.example', 'b@x.example'], kind);
  for (const kind of ['estimate', 'scope', 'contract', 'change_order'] as const)
    t.deepEqual(recipientsFor(kind, client), ['ceo@x.example'], kind);
  t.deepEqual(recipientsFor('portal', client), ['ada@x.example']);
  const alone = { ...client, contacts: null };
  t.deepEqual(recipientsFor('invoice', alone), ['books@x.example']);
  t.deepEqual(recipientsFor('scope', alone), ['ada@x.example']);
  t.deepEqual(recipientsFor('invoice', { ...alone, billingEmail: null }), ['ada@x.example']);
  t.deepEqual(recipientsFor('scope', { ...alone, email: null }), ['books@x.example']);
  t.deepEqual(recipientsFor('scope', { email: null, billingEmail: null, contacts: null }), []);
  const many = Array.from({ length: 9 }, (_, n) => contact('approval', `${n}@x.example`));
  t.is(recipientsFor('scope', { ...client, contacts: many }).length, 6);
});
