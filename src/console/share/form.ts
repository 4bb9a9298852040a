import { asked, once } from '../form.ts';
import { type Html, html } from '../html.ts';
import type { Guest, GuestPost } from './shared.ts';

/**
 * The form of what a client does on a page. `seen`: what it brings of the page unseen, which after a refusal is that of
 * the page as it is now; what was typed is as it was.
 */
export function guestForm(
  { here, refusal }: Guest,
  { verb, button, fields }: GuestPost,
  seen: Record<string, string | number | null>,
): Html {
  const texts = new URLSearchParams(refusal?.values);
  for (const [name, value] of Object.entries(seen)) texts.set(name, String(value ?? ''));
  return html`
    <form method="post" action="${here}/${verb}">
      ${once()}${fields.map(field => asked(field, verb, texts, refusal?.failures ?? []))}
      <p class="actions"><button>${button}</button></p>
    </form>`;
}
