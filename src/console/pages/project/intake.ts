import { z } from 'zod';
import { actionQuery } from '../../../actions/actionQuery.ts';
import { submitIntake } from '../../../actions/agreement.ts';
import { renewIntakeLink } from '../../../actions/link.ts';
import { moment } from '../../../formatting/index.ts';
import { maxAnswers } from '../../../vocabulary/intakeAnswers.ts';
import { requiredText, text } from '../../../vocabulary/text.ts';
import { facts } from '../../components/facts.ts';
import { shareLink } from '../../components/shareLink.ts';
import { fieldsOf } from '../../forms/fields.ts';
import { form } from '../../forms/form.ts';
import type { Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import { type IntakeDetail, intakeDetail } from '../../queries/intake.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { tab } from './tab.ts';

const pageQuery = { tab: 'intake' };

/** The rows of a form, each with a question and its answer; rows without an answer are ignored. */
const intakeForm = z.strictObject({
  answers: z
    .array(z.strictObject({ question: requiredText(200), answer: text(5000).optional() }))
    .max(maxAnswers)
    .superRefine((rows, context) => {
      const asked = new Set<string>();
      for (const [row, { question }] of rows.entries()) {
        if (asked.has(question)) {
          context.addIssue({ code: 'custom', path: [row, 'question'], message: 'must be asked once' });
        }
        asked.add(question);
      }
      if (!rows.some(({ answer }) => answer))
        context.addIssue({ code: 'custom', message: 'must have an answer' });
    }),
});

type IntakeForm = z.infer<typeof intakeForm>;

const byQuestion = ({ answers }: IntakeForm) =>
  Object.fromEntries(
    answers.filter(({ answer }) => answer).map(({ question, answer }) => [question, answer]),
  );

const submit: Post = {
  ...byAction(submitIntake, {
    path: '/projects/:id/intake/submit',
    pageQuery,
  }),
  fields: fieldsOf(intakeForm, {
    answers: { hint: 'Rows without an answer are ignored', fields: { answer: { kind: 'textarea' } } },
  }),
  input: intakeForm,
  sqlCall: (given, { params }) =>
    actionQuery(submitIntake, params.id!, { answers: byQuestion(given as IntakeForm) }),
};
const renew = byAction(renewIntakeLink, {
  path: '/projects/:id/intake/renew-link',
  pageQuery,
});

/** The client's intake answers, or the link for answering. */
export const intake = tab<{ intake: IntakeDetail | null }>({
  name: 'intake',
  label: 'Intake',
  reads: ({ params }) => ({ intake: intakeDetail(params.id!) }),
  view: (_, { intake }, context) => {
    if (intake === null) return html`<p class="empty">This project has no intake.</p>`;
    return intake.answers === null ? open(intake, context) : submitted(intake, context);
  },
  posts: [submit, renew],
});

function submitted({ answers, submittedAt, submittedBy }: IntakeDetail, { person }: PageContext): Html {
  const by = submittedBy === null ? 'Added with the project' : `Submitted by ${submittedBy}`;
  return html`
    <p class="quiet-text">${by}, ${moment(submittedAt!, person.locale, person.time_zone)}</p>
    ${facts(Object.entries(answers!))}`;
}

const open = ({ path, linkVersion: version, questions }: IntakeDetail, context: PageContext): Html => html`
  <p class="empty">The client hasn’t answered yet. Send them the link, or record their answers here.</p>
  <div class="columns">
    <section><h2>Link for the client</h2>${shareLink(context, { label: 'Link to the questions', path, version, renew })}</section>
    <section><h2>Record answers yourself</h2>${
      questions.length > 0
        ? null
        : html`<p class="quiet-text">You can set the questions for all clients in <a href="/settings">Settings</a>.</p>`
    }${form(context, submit, { values: { answers: questions.map(question => ({ question })) } })}</section>
  </div>`;
