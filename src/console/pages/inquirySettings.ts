import { setInquiryForm } from '../../actions/inquiry.ts';
import { renewInquiryLink } from '../../actions/link.ts';
import { ownersOnly } from '../components/confirmFirst.ts';
import { facts } from '../components/facts.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { shareLink } from '../components/shareLink.ts';
import { form } from '../forms/form.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type InquiryFormSettings, inquiryForm } from '../queries/inquiry.ts';
import type { PageContext } from '../requests/pageContext.ts';

const path = '/settings/inquiries';
const save = byAction(setInquiryForm, {
  path: `${path}/set`,
  looks: {
    isOpen: { hint: 'You get a link to publish. Anyone who has it can send you an inquiry' },
    questions: { hint: 'Asked besides name, email, company and a message. One question per line' },
  },
});
const renew = byAction(renewInquiryLink, { path: `${path}/renew-link` });

/** The form for people who aren't clients yet: its link, whether it is on, and what it asks. */
export const inquirySettings = page<{ inquiryForm: InquiryFormSettings }>({
  path,
  reads: () => ({ inquiryForm }),
  view: ({ inquiryForm: given }, context) => ({
    title: 'Inquiry form',
    actions: html`<a class="button quiet" href="/inquiries">Inquiries</a>`,
    body: html`
      ${settingsTabs(context, path)}
      <p>People who aren’t clients yet can tell you about their project with this form. You can turn what they send into a client with a project.</p>
      ${linkSection(given, context)}
      ${
        form(context, save, { values: { ...given } }) ??
        html`${ownersOnly(context, 'change the form')}${facts([
          ['Take inquiries', given.isOpen ? 'Yes' : 'No'],
          ['Introduction', given.introduction ?? 'None'],
          ['Questions', given.questions.length === 0 ? 'None' : given.questions.join('\n')],
        ])}`
      }`,
  }),
  posts: [save, renew],
});

/** The link to publish; while the form is off it doesn't work. */
function linkSection(
  { isOpen, path: link, linkVersion: version }: InquiryFormSettings,
  context: PageContext,
) {
  if (link === null || !isOpen) return null;
  return html`<section><h2>Link</h2>
    <p class="hint">Put it on your website or in your emails. Search engines are told not to list the page.</p>
    ${shareLink(context, { label: 'Link to the form', path: link, version, renew })}</section>`;
}
