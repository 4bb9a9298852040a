create or replace function corkboard.find_preview(p_workspace uuid, p_kind text, p_record uuid, p_fingerprint bytea)
returns table (is_made boolean, media_type text, bytes bytea, sha256 bytea)
language plpgsql
rows 1
as $$
declare
  v_expired constant timestamptz := clock_timestamp() - corkboard.preview_lifetime();
begin
  perform corkboard.enter_workspace(p_workspace);
  return query
    select p.bytes is not null, 'application/pdf'::text, p.bytes, sha256(p.bytes)
      from corkboard.document_previews p
     where p.workspace_id = p_workspace and p.kind = p_kind and p.record_id = p_record and p.fingerprint = p_fingerprint
       and p.requested_at > v_expired;
end
$$;
comment on function corkboard.find_preview(uuid, text, uuid, bytea) is
  'The preview of a document that says what the fingerprint stands for. No row: nobody asked for it lately. p_record is that of document_previews.record_id.';
