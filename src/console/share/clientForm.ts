import { fieldView } from '../forms/fieldView.ts';
import { idempotencyToken } from '../forms/idempotency.ts';
import { type Html, html } from '../html/html.ts';
import type { ClientPost, SharePageContext } from './sharePage.ts';

/**
 * The form of a client's action. `seen`: hidden fields with the state that the client saw. After a rejection they stay as they
 * were sent, except after a conflict: then they have the page's present state. What was typed stays.
 */
export function clientForm(
  { here, rejected }: SharePageContext,
  { verb, button, fields }: ClientPost,
  seen: Record<string, string | number | null>,
): Html {
  const texts = new URLSearchParams(rejected?.values);
  for (const [name, value] of Object.entries(seen)) {
    if (rejected?.status !== 422 || !texts.has(name)) texts.set(name, String(value ?? ''));
  }
  const state = { form: verb, texts, messages: rejected?.messages ?? [] };
  return html`
    <form method="post" action="${here}/${verb}">
      ${idempotencyToken()}${fields.map(field => fieldView(field, state))}
      <p class="actions"><button>${button}</button></p>
    </form>`;
}
