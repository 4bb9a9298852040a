create or replace function corkboard.revision_to_classify(
  p_workspace uuid, p_revision uuid, out subject json, out unclassifiable text
) returns setof record
language plpgsql
rows 1
as $$
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  -- Checked again, because classification may have been switched off meanwhile.
  unclassifiable := corkboard.classification_blocker(p_workspace);
  select json_build_object(
           'scope', json_build_object(
             'deliverables', s.deliverables,
             'timeline', s.timeline,
             'revisionRoundsIncluded', s.revision_rounds,
             'approvedByClient', s.approved_at is not null),
           'revision', json_build_object('roundNumber', r.round_number, 'description', r.description))
    into subject
    from corkboard.revisions r
    left join corkboard.scopes s on s.workspace_id = p_workspace and s.project_id = r.project_id
   where r.workspace_id = p_workspace and r.id = p_revision and r.classify and r.verdict is null;
  if found then
    return next;
  end if;
end
$$;
comment on function corkboard.revision_to_classify(uuid, uuid) is
  'Everything that the classification endpoint sees of a revision: the agreed scope and the request; no names, prices or notes. No row: nothing to classify, or already done.';
