create or replace function corkboard.drop_preview(p_workspace uuid, p_document uuid) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  delete from corkboard.document_previews p
   where p.workspace_id = p_workspace and p.id = p_document and p.bytes is null;
end
$$;
comment on function corkboard.drop_preview(uuid, uuid) is
  'Drops a preview that could not be made, so that the next request for it gets another try. Changes nothing if it is made, or no preview.';
