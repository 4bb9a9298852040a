import { setMailText } from '../../actions/mailText.ts';
import { sql } from '../../database/sql.ts';
import { mailPlaceholders } from '../../documents/mailTexts.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import { languageName } from '../../formatting/languages.ts';
import { catalogues } from '../../languages/messages.ts';
import { type MailTemplate, mailKinds, mailTemplates } from '../../mail/mailKinds.ts';
import { type Language, languages } from '../../vocabulary/documents.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { facts } from '../components/facts.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { form } from '../forms/form.ts';
import { option } from '../forms/input.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { ownMailTexts } from '../queries/documentMail.ts';
import type { PageAddress } from '../requests/pageContext.ts';

const path = '/settings/emails';

const save = byAction(setMailText, {
  path: `${path}/set`,
  looks: {
    template: { hidden: true },
    language: { hidden: true },
    subject: { hint: 'Leave it blank to use Corkboard’s text again' },
    text: {
      rows: 14,
      hint: '{link} becomes the link for the client. A line whose placeholder has no value is left out.',
    },
  },
});

/** The email that the address asks for; the first one if it asks for none. */
const chosen = ({ search }: PageAddress): { template: MailTemplate; language: Language } => ({
  template: mailTemplates.find(one => one === search.get('template')) ?? 'invoice',
  language: languages.find(one => one === search.get('language')) ?? 'en',
});

/** The texts with which emails to clients begin. */
export const emails = page<{ emails: { own: OwnMailTexts } }>({
  path,
  reads: () => ({ emails: sql.fragment`select ${ownMailTexts} as own` }),
  view: ({ emails: { own } }, context) => {
    const { template, language } = chosen(context);
    const shown = own[`${template} ${language}`] ?? catalogues[language].mails[template];
    return {
      title: 'Client emails',
      body: html`
        ${settingsTabs(context, path)}
        ${context.sendsMail ? null : html`<p class="hint">This server isn’t set up to send email. You copy these texts, with the link, into your own email program.</p>`}
        <p>Each email begins with one of these texts, in the client’s language. You can change it before you send it.</p>
        ${choice(template, language)}
        <section><h2>${mailKinds[template].name}, ${languageName(language)}</h2>
          ${
            form(context, save, { values: { ...shown, template, language } }) ??
            html`${ownersOnly(context, 'change these texts')}${facts([
              ['Subject', shown.subject],
              ['Message', html`<span class="text">${shown.text}</span>`],
            ])}`
          }
          ${legend()}
        </section>`,
    };
  },
  posts: [save],
});

const choice = (template: MailTemplate, language: Language): Html => html`
  <form method="get" action="${path}" class="filters">
    <p class="field"><label for="template">Kind of email</label>
      <select id="template" name="template">${mailTemplates.map(one => option(one, mailKinds[one].name, one === template))}</select></p>
    <p class="field"><label for="language">Language</label>
      <select id="language" name="language">${languages.map(one => option(one, languageName(one), one === language))}</select></p>
    <p><button class="quiet">Show</button></p>
  </form>`;

/** The meaning of each placeholder. */
const meanings: Record<(typeof mailPlaceholders)[number], string> = {
  client: 'The client’s contact, or name',
  workspace: 'The name of your workspace',
  project: 'The project',
  title: 'The title of the change order',
  number: 'The number of the invoice or estimate',
  amount: 'Its total, or the price of the change order',
  due: 'Its due date, or until when it is valid',
};

const legend = (): Html => html`
  <h3>Placeholders</h3>
  ${facts([...mailPlaceholders.map(name => [`{${name}}`, meanings[name]] as const), ['{link}', 'The link for the client']])}`;
