import { type Html, html } from '../html.ts';
import { type Filling, labelled } from '../labelled.ts';
import { once } from '../unseen.ts';
import type { Guest, GuestPost } from './shared.ts';

/**
 * The form of what a client does on a page. `seen`: hidden fields that tell what the client saw. After a refusal they
 * stay as they were sent until the client was told that the page changed; then they are those of the page as it is now.
 * What was typed stays.
 */
export function guestForm(
  { here, refusal }: Guest,
  { verb, button, fields }: GuestPost,
  seen: Record<string, string | number | null>,
): Html {
  const texts = new URLSearchParams(refusal?.values);
  for (const [name, value] of Object.entries(seen)) {
    if (refusal?.status !== 422 || !texts.has(name)) texts.set(name, String(value ?? ''));
  }
  const filling: Filling = { form: verb, texts, failures: refusal?.failures ?? [], leastRows: 0 };
  return html`
    <form method="post" action="${here}/${verb}">
      ${once()}${fields.map(field => labelled(field, filling))}
      <p class="actions"><button>${button}</button></p>
    </form>`;
}
