create or replace function corkboard.revision_classification(p_workspace uuid, p_revision uuid)
returns table (verdict text, verdict_reason text, verdict_question text, unclassified text, logged_at timestamptz)
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  return query
    select r.verdict, r.verdict_reason, r.verdict_question, r.unclassified, r.logged_at
      from corkboard.revisions r where r.workspace_id = p_workspace and r.id = p_revision;
end
$$;
comment on function corkboard.revision_classification(uuid, uuid) is
  'The current state of a revision''s classification, for a request that waits for it outside the transaction that logged it.';
