import {
  addProjectOfInquiry,
  convertInquiry,
  deleteInquiry,
  dismissInquiry,
  reopenInquiry,
} from '../../actions/inquiry.ts';
import { moment } from '../../formatting/index.ts';
import { facts } from '../components/facts.ts';
import { inquiryPill } from '../components/inquiryPill.ts';
import { form } from '../forms/form.ts';
import type { ActionRow } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type InquiryDetail, inquiryDetail } from '../queries/inquiry.ts';
import type { PageContext } from '../requests/pageContext.ts';

const toProject = ({ inquiry }: ActionRow) => `/projects/${inquiry.projectId}`;
const convert = byAction(convertInquiry, {
  path: '/inquiries/:id/convert',
  looks: {
    clientName: { required: true, hint: 'The person or company that you work for' },
    projectName: { required: true },
  },
  redirectTo: toProject,
});
const addProject = byAction(addProjectOfInquiry, {
  path: '/inquiries/:id/add-project',
  looks: { projectName: { required: true } },
  redirectTo: toProject,
});
const dismiss = byAction(dismissInquiry, { path: '/inquiries/:id/dismiss' });
const reopen = byAction(reopenInquiry, { path: '/inquiries/:id/reopen' });
const remove = byAction(deleteInquiry, {
  path: '/inquiries/:id/delete',
  redirectTo: () => '/inquiries',
});

/** An inquiry, with everything that the person sent and what can be done with it. */
export const inquiry = page<{ inquiry: InquiryDetail }>({
  path: '/inquiries/:id',
  reads: ({ params }) => ({ inquiry: inquiryDetail(params.id!) }),
  view: ({ inquiry }, context) => ({
    title: inquiry.name,
    status: inquiryPill(inquiry),
    crumbs: [['Inquiries', '/inquiries']],
    body: html`
      <p class="quiet-text">${whatBecame(inquiry, context)} · <a href="/settings/audit?record=${inquiry.id}">History</a></p>
      <div class="beside">
        <div>
          <section><h2>Message</h2>${inquiry.message === null ? html`<p class="empty">It was erased.</p>` : html`<p class="text">${inquiry.message}</p>`}
            ${Object.keys(inquiry.answers).length === 0 ? null : facts(Object.entries(inquiry.answers))}</section>
          <section><h2>From</h2>${sender(inquiry)}</section>
        </div>
        <div>${nextSteps(inquiry, context)}</div>
      </div>`,
  }),
  posts: [convert, addProject, dismiss, reopen, remove],
});

/** When it was received, and what became of it. */
function whatBecame(
  { receivedAt, convertedAt, dismissedAt, closedBy, client, project }: InquiryDetail,
  { person: { locale, time_zone } }: PageContext,
): Html {
  const at = (time: string) => moment(time, locale, time_zone);
  const received = html`Received ${at(receivedAt)}`;
  if (dismissedAt !== null) return html`${received} · Dismissed by ${closedBy}, ${at(dismissedAt)}`;
  if (convertedAt === null) return received;
  const link = (path: string, to: { id: string; name: string } | null) =>
    to === null ? null : html` · <a href="/${path}/${to.id}">${to.name}</a>`;
  return html`${received} · Converted by ${closedBy}, ${at(convertedAt)}${link('clients', client)}${link('projects', project)}`;
}

const sender = ({ name, email, company, from, browser }: InquiryDetail): Html =>
  facts([
    ['Name', name],
    ['Company', company],
    // An erased address is none.
    ['Email', email.includes('@') ? html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>` : null],
    ['Network address', from],
    ['Browser', browser],
  ]);

/** The forms that an inquiry has in its state. */
function nextSteps(inquiry: InquiryDetail, context: PageContext): Html {
  const { known, company, name } = inquiry;
  const values = { clientName: company ?? name, projectName: 'New project' };
  const isOpen = inquiry.convertedAt === null && inquiry.dismissedAt === null;
  return html`
    ${
      known === null
        ? null
        : html`<section><h2>A client has this email</h2>
      <p><a href="/clients/${known.id}">${known.name}</a></p>
      ${form(context, addProject, { record: inquiry, values: { ...values, clientId: known.id } })}</section>`
    }
    ${isOpen ? html`<section><h2>New client</h2>${form(context, convert, { record: inquiry, values, quiet: known !== null })}</section>` : null}
    ${
      inquiry.convertedAt !== null
        ? null
        : html`<section><h2>${isOpen ? 'Dismiss or delete' : 'Dismissed'}</h2>
      ${isOpen ? null : html`<p class="hint">It is deleted 30 days after it was dismissed.</p>`}
      <div class="actions">${form(context, dismiss, { record: inquiry, quiet: true })}${form(context, reopen, { record: inquiry, quiet: true })}${form(context, remove, { record: inquiry, quiet: true })}</div></section>`
    }`;
}
