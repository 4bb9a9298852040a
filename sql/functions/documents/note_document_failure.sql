create or replace function corkboard.note_document_failure(p_workspace uuid, p_document uuid, p_failure text) returns void
language plpgsql
as $$
declare
  c_longest constant integer := 1000;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.issued_documents d set failure = left(p_failure, c_longest)
   where d.workspace_id = p_workspace and d.id = p_document and d.made_at is null;
end
$$;
comment on function corkboard.note_document_failure(uuid, uuid, text) is
  'Stores why a document could not be made. Its job is tried again.';
