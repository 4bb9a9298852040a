-- Whoever signs in says an address and no workspace.
create index members_address on corkboard.members (lower(email));
-- What waits for a person is little, however much there is.
create index revisions_asking on corkboard.revisions (workspace_id, project_id, round_number) where verdict = 'needs_question';
create index webhook_endpoints_off on corkboard.webhook_endpoints (workspace_id, disabled_at)
  where disabled_at is not null and removed_at is null;
create index scopes_to_approve on corkboard.scopes (workspace_id, project_id) where version > 0 and approved_at is null;
create index projects_active on corkboard.projects (workspace_id, id desc) where trashed_at is null and status = 'active';
