import { z } from 'zod';
import { email, oneLineText } from '../../actions/fields.ts';
import { sql } from '../../database/pool.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { browserLanguage } from '../../languages/browserLanguage.ts';
import { workspaceId } from '../../records/fragments.ts';
import { requiredText } from '../../vocabulary/text.ts';
import { logoPath } from '../components/logo.ts';
import { fieldsOf } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';
import type { ClientWriting } from '../queries/clientWriting.ts';
import { clientForm } from './clientForm.ts';
import { answersByQuestion, answersField, questionFields } from './questions.ts';
import { type ClientPost, confirmation, type SharePageContext, sharePage } from './sharePage.ts';

interface InquiryForm extends Pick<ClientWriting, 'language' | 'from'> {
  workspaceName: string;
  /** The SHA-256 of the workspace's logo, in hex. */
  logo: string | null;
  introduction: string | null;
  questions: string[];
}

const typed = {
  name: oneLineText(500),
  email,
  company: oneLineText(500).optional(),
  message: requiredText(5000),
};
const input = z.strictObject({ ...typed, answers: answersByQuestion(false) });
type Input = z.infer<typeof input>;

const fields = fieldsOf(z.strictObject(typed), {
  name: { autocomplete: 'name' },
  email: { autocomplete: 'email' },
  company: { autocomplete: 'organization' },
  message: { rows: 6 },
});

const send: ClientPost = {
  verb: 'send',
  button: 'sendInquiry',
  input,
  fields: [...fields, answersField],
  labels: {
    name: { label: 'yourName' },
    email: { label: 'yourEmail' },
    company: { label: 'company' },
    message: { label: 'yourMessage', hint: 'messageHint' },
    answers: { label: 'answers' },
  },
  honeypot: 'website',
  doneQuery: '?sent=true',
  sqlCall: (given, { address, browser }) => {
    const { name, email, company, message, answers } = given as Input;
    return sql.fragment`
      select r.id from corkboard.receive_inquiry(
        begun.workspace_id, ${name}, ${email!}, ${company ?? null}, ${message}, ${JSON.stringify(answers)}::json, ${address}::inet,
        ${browser}) r`;
  },
};

/** The form for people who aren't clients yet. Nothing that is sent can be seen here afterwards. */
export const inquiryPage = sharePage<InquiryForm>({
  page: 'inquiry',
  reads: sql.fragment`
    select w.name as "workspaceName", encode(w.logo_sha256, 'hex') as logo, f.introduction, f.questions,
           corkboard.client_language(null, w.locale) as language,
           json_build_object('locale', w.locale, 'country', w.country) as "from"
      from corkboard.workspaces w
      join corkboard.inquiry_forms f on f.workspace_id = ${workspaceId}
     where w.id = ${workspaceId}`,
  localizer: ({ language, from }, accepted) =>
    localizerOf({ language: browserLanguage(accepted, language), from, to: { country: null } }),
  view: (form, context) => {
    const { workspaceName: sender, logo } = form;
    const { messages } = context.localizer;
    const title = messages('inquiryTo', { sender });
    const isSent = context.search.has('sent');
    return {
      title,
      body: html`
        ${isSent ? confirmation(html`${messages('inquiryReceived', { sender })}`) : null}
        <div class="head"><h1>${title}</h1>
          ${logo === null ? null : html`<div class="actions"><img class="logo" src="${logoPath(context.workspaceId, logo)}" alt=""></div>`}</div>
        ${isSent ? html`<p><a href="${context.here}">${messages('anotherInquiry')}</a></p>` : questionnaire(form, context)}`,
    };
  },
  posts: [send],
});

function questionnaire(
  { workspaceName: sender, introduction, questions }: InquiryForm,
  context: SharePageContext,
): Html {
  const asked = questionFields(questions, context);
  return html`
    ${introduction === null ? null : html`<p class="text">${introduction}</p>`}
    ${clientForm(context, { ...send, fields: [...fields, ...asked.fields] }, asked.values)}
    <p class="hint">${context.localizer.messages('inquiryKept', { sender })}</p>`;
}
