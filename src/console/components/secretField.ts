import { type Html, html } from '../html/html.ts';
import { copyButton, copyField } from './shareLink.ts';

/**
 * A secret that is shown in the response to the form that created it
 * (sql/functions/actions/secrets_created_by_form.sql). `name`: its kind, like `API key`.
 */
export const secretField = (name: string, value: string): Html => html`
  <p>Copy it now. You can reload this page to see it again within 15 minutes; after that it can’t be shown.</p>
  ${copyField('secret', name, value)}<p>${copyButton('secret')}</p>`;
