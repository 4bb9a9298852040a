import { z } from 'zod';
import { actionQuery } from '../../actions/actionQuery.ts';
import { submitIntake } from '../../actions/agreement.ts';
import { sql } from '../../database/pool.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { moment } from '../../formatting/index.ts';
import { workspaceId } from '../../records/fragments.ts';
import { type Html, html } from '../html/html.ts';
import { type ClientWriting, clientWriting } from '../queries/clientWriting.ts';
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

interface IntakeShown extends ClientWriting {
  workspaceName: string;
  projectName: string;
  questions: string[];
  submittedAt: string | null;
  /** Who recorded the answers for the client; null if the client submitted them, or the project began with them. */
  recordedBy: string | null;
  timeZone: string;
}

const input = z.strictObject({ answers: answersByQuestion(true) });

const submit: ClientPost = {
  verb: 'submit',
  button: 'submitAnswers',
  input,
  fields: [answersField],
  labels: { answers: { label: 'answers' } },
  sqlCall: given => actionQuery(submitIntake, projectBegun, given),
};

/** The intake of a project, for its client to answer. It doesn't show the answers, which are private to the workspace. */
export const intakePage = sharePage<IntakeShown>({
  page: 'intake',
  reads: sql.fragment`
    select w.name as "workspaceName", p.name as "projectName", w.intake_questions as questions,
           corkboard.iso(i.submitted_at) as "submittedAt",
           (select corkboard.name_for_clients(l.workspace_id, l.actor) from corkboard.audit_log l
             where l.workspace_id = ${workspaceId} and l.record_id = i.id and l.action = 'intake.submitted'
               and l.actor <> 'client' and l.actor not like '% (client)' limit 1) as "recordedBy",
           w.time_zone as "timeZone", ${clientWriting}
      from corkboard.workspaces w
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = admitted.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
      join corkboard.intakes i on i.workspace_id = ${workspaceId} and i.project_id = p.id
     where w.id = ${workspaceId}`,
  localizer: localizerOf,
  view: (intake, context) => {
    const { workspaceName: sender, projectName: project, submittedAt } = intake;
    const { messages } = context.localizer;
    return {
      title: messages('intakeFrom', { project, sender }),
      body: html`
      ${confirmation(thanks(intake, context))}
      <div class="head"><h1>${messages('intakeTitle', { project })}</h1></div>
      ${
        submittedAt === null
          ? html`<p>${messages('intakeIntroduction', { sender })}</p>${questionnaire(intake, context)}`
          : null
      }`,
    };
  },
  posts: [submit],
});

function questionnaire({ questions }: IntakeShown, context: SharePageContext): Html {
  const { messages } = context.localizer;
  const asked = questions.length > 0 ? questions : [messages('intakeQuestion')];
  const { fields, values } = questionFields(asked, context);
  return html`<p class="hint" id="${fieldId(`/${submit.verb}`, answersField.name)}">${messages('intakeHint')}</p>
    ${clientForm(context, { ...submit, fields }, values)}`;
}

/** When the answers were submitted; null if they weren't. */
function thanks(
  { submittedAt, recordedBy, timeZone }: IntakeShown,
  { localizer: { messages, locale } }: SharePageContext,
): Html | null {
  if (submittedAt === null) return null;
  const at = moment(submittedAt, locale, timeZone);
  if (recordedBy === null) return html`${messages('intakeReceived', { at })}`;
  const recorder = recordedBy === 'operator' ? messages('operator') : recordedBy;
  return html`${messages('intakeRecorded', { recorder, at })}`;
}
