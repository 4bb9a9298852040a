import { type Html, html } from '../html.ts';

const tabs = [
  ['General', '/settings'],
  ['Members', '/settings/members'],
  ['API keys', '/settings/keys'],
  ['Plan and usage', '/settings/billing'],
  ['Integrations', '/settings/integrations'],
  ['Audit log', '/settings/audit'],
] as const;

/** The way between the pages of the settings; `here` is the path of one of them. */
export const settingsTabs = (here: (typeof tabs)[number][1]): Html => html`
  <nav class="tabs" aria-label="Settings"><ul>${tabs.map(
    ([name, href]) =>
      html`<li><a href="${href}"${href === here ? html` aria-current="page"` : null}>${name}</a></li>`,
  )}</ul></nav>`;
