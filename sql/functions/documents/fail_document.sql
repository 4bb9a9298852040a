create or replace function corkboard.fail_document(p_workspace uuid, p_document uuid, p_failure text, p_is_last boolean) returns void
language plpgsql
as $$
declare
  c_longest constant integer := 1000;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.issued_documents d set failure = left(p_failure, c_longest)
   where d.workspace_id = p_workspace and d.id = p_document and d.made_at is null;
  delete from corkboard.document_previews p
   where p.workspace_id = p_workspace and p.id = p_document and p.bytes is null and p_is_last;
end
$$;
comment on function corkboard.fail_document(uuid, uuid, text, boolean) is
  'Stores why a document could not be made; its job is tried again. After its last attempt (p_is_last) a preview is dropped, so that the next request for it begins anew.';
