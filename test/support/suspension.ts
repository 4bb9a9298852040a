import type { World } from './world.ts';

/** Suspends a workspace, resumes it, or has it removed, as the operator's command does. */
export const suspension = ({ sql }: World) => ({
  suspend: (workspaceId: string) => sql('select corkboard.suspend_workspace($1)', workspaceId),
  resume: (workspaceId: string) => sql('select corkboard.resume_workspace($1)', workspaceId),
  /** By default without the 30 days in which it can be resumed. */
  remove: (workspaceId: string, after = '0 seconds') =>
    sql('select corkboard.remove_workspace($1, $2::interval)', workspaceId, after),
});
