import type { MessageKey, Messages } from '../../languages/messages.ts';
import { opener } from '../components/disclosure.ts';
import { fieldView } from '../forms/fieldView.ts';
import { idempotencyToken } from '../forms/idempotency.ts';
import { type Html, html } from '../html/html.ts';
import { declarationIn } from './declaration.ts';
import { type ClientPost, fieldsIn, type SharePageContext } from './sharePage.ts';

/**
 * The form of a client's action. `seen`: hidden fields with the state that the client saw. After a rejection they stay as they
 * were sent, except after a conflict: then they have the page's present state. What was typed stays. `fold`: the words that
 * unfold the form; after a rejection it is unfolded.
 */
export function clientForm(
  { here, localizer, rejected: latest }: SharePageContext,
  post: ClientPost,
  seen: Record<string, string | number | null>,
  fold?: MessageKey,
): Html {
  const { verb, button, honeypot, declaration } = post;
  const { language, messages } = localizer;
  const rejected = latest?.path === `/${verb}` ? latest : undefined;
  const texts = new URLSearchParams(rejected?.values);
  const declared = declaration && declarationIn(language, declaration).sha256;
  const state = { ...seen, ...(declared && { declaration: declared }) };
  for (const [name, value] of Object.entries(state)) {
    if (rejected?.status !== 422 || !texts.has(name)) texts.set(name, String(value ?? ''));
  }
  const view = { form: verb, texts, messages: rejected?.messages ?? [], optional: messages('optional') };
  const form = html`
    <form method="post" action="${here}/${verb}">
      ${idempotencyToken()}${fieldsIn(post, localizer).map(field => fieldView(field, view))}${honeypot === undefined ? null : honeypotField(honeypot, messages)}
      <p class="actions"><button${fold === undefined ? null : html` class="quiet"`}>${messages(button)}</button></p>
    </form>`;
  return fold === undefined
    ? form
    : html`<details${rejected ? html` open` : null}>${opener(messages(fold))}${form}</details>`;
}

/** A field that neither people who see the page nor those who hear it notice, nor browsers fill in. */
const honeypotField = (name: string, messages: Messages): Html =>
  html`<p class="trap" aria-hidden="true"><label>${messages('leaveBlank')} <input type="text" name="${name}" tabindex="-1" autocomplete="off"></label></p>`;
