create or replace function corkboard.store_classification(
  p_workspace uuid, p_revision uuid, p_verdict text, p_reason text, p_question text, p_unclassified text
) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.revisions r
     set verdict = p_verdict, verdict_reason = p_reason, verdict_question = p_question, unclassified = p_unclassified
   where r.workspace_id = p_workspace and r.id = p_revision and r.classify and r.verdict is null;
end
$$;
comment on function corkboard.store_classification(uuid, uuid, text, text, text, text) is
  'Stores the verdict on a revision, or why there is none. The first verdict stays, even if its job runs twice, and none is stored if the client was erased meanwhile.';
