import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { actorOf } from './actor.ts';

/** The intake of a project, as members see it. */
export interface IntakeDetail {
  path: string;
  /** How often the link was replaced. */
  linkVersion: number;
  /** The answers by question; null if it was not submitted yet. */
  answers: Record<string, string> | null;
  submittedAt: string | null;
  /** The email address of the person who submitted it, or the client; null if the project was created with it. */
  submittedBy: string | null;
  /** The workspace's intake questions. */
  questions: string[];
}

/** One row with the intake of a project; no row if it has none. */
export const intakeDetail = (project: string): FragmentSqlToken => sql.fragment`
  select '/intake/' || i.token || corkboard.secret_suffix(i.workspace_id) as path,
    corkboard.times_done(i.workspace_id, i.project_id, 'intake.link_renewed') as "linkVersion", i.answers, corkboard.iso(i.submitted_at) as "submittedAt",
    ${actorOf('i', 'intake.submitted')} as "submittedBy",
    w.intake_questions as questions
    from corkboard.intakes i
    join corkboard.workspaces w on w.id = i.workspace_id
   where i.workspace_id = ${workspaceId} and i.project_id = ${asUuid(project)}`;
