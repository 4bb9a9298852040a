import { z } from 'zod';
import { actionQuery } from '../../actions/actionQuery.ts';
import { submitIntake } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { moment } from '../../formatting/index.ts';
import { workspaceId } from '../../operations/define.ts';
import { type Html, html } from '../html/html.ts';
import { fieldId } from '../requests/paths.ts';
import { clientForm } from './clientForm.ts';
import { answersByQuestion, answersField, questionFields } from './questions.ts';
import {
  type ClientPost,
  confirmation,
  projectBegun,
  type SharePageContext,
  sharePage,
} from './sharePage.ts';

interface IntakeShown {
  workspaceName: string;
  projectName: string;
  questions: string[];
  submittedAt: string | null;
  /** Who recorded the answers for the client; null if the client submitted them, or the project began with them. */
  recordedBy: string | null;
  locale: string;
  timeZone: string;
}

/** The default questions. */
const defaultQuestion = 'What is the project about, and what should it achieve?';

const input = z.strictObject({ answers: answersByQuestion(true) });

const submit: ClientPost = {
  verb: 'submit',
  button: submitIntake.button,
  input,
  fields: [answersField],
  sqlCall: given => actionQuery(submitIntake, projectBegun, given),
};

/** The intake of a project, for its client to answer. The link doesn't show the answers afterwards: they are private to the workspace. */
export const intakePage = sharePage<IntakeShown>({
  page: 'intake',
  reads: sql.fragment`
    select w.name as "workspaceName", p.name as "projectName", w.intake_questions as questions,
           corkboard.iso(i.submitted_at) as "submittedAt",
           (select corkboard.name_for_clients(l.workspace_id, l.actor) from corkboard.audit_log l
             where l.workspace_id = ${workspaceId} and l.record_id = i.id and l.action = 'intake.submitted'
               and l.actor <> 'client' and l.actor not like '% (client)' limit 1) as "recordedBy",
           w.locale, w.time_zone as "timeZone"
      from corkboard.workspaces w
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = admitted.project_id
      join corkboard.intakes i on i.workspace_id = ${workspaceId} and i.project_id = p.id
     where w.id = ${workspaceId}`,
  view: (intake, context) => ({
    title: `Questions about ${intake.projectName}, from ${intake.workspaceName}`,
    body: html`
      ${confirmation(thanks(intake))}
      <h1>Questions about ${intake.projectName}</h1>
      ${
        intake.submittedAt === null
          ? html`<p>${intake.workspaceName} would like to know more about your project.</p>${questionnaire(intake, context)}`
          : null
      }`,
  }),
  posts: [submit],
});

function questionnaire({ questions }: IntakeShown, context: SharePageContext): Html {
  const { fields, values } = questionFields(questions.length > 0 ? questions : [defaultQuestion], context);
  return html`<p class="hint" id="${fieldId(`/${submit.verb}`, answersField.name)}">Answer as many questions as you like. You can submit your answers only once.</p>
    ${clientForm(context, { ...submit, fields }, values)}`;
}

/** When the answers were submitted; null if they weren't. */
function thanks({ submittedAt, recordedBy, locale, timeZone }: IntakeShown): Html | null {
  if (submittedAt === null) return null;
  const at = moment(submittedAt, locale, timeZone);
  return recordedBy === null
    ? html`Thank you. We received your answers on ${at}.`
    : html`Your answers were recorded by ${recordedBy === 'operator' ? 'the operator' : recordedBy}, ${at}.`;
}
