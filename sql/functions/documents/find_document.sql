create or replace function corkboard.find_document(p_workspace uuid, p_kind text, p_record uuid, p_format text)
returns table (is_made boolean, media_type text, bytes bytea, sha256 bytea)
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  return query
    select d.made_at is not null, f.media_type, f.bytes, f.sha256
      from (select d.version, d.made_at from corkboard.issued_documents d
             where d.workspace_id = p_workspace and d.kind = p_kind and d.record_id = p_record and d.format = 'pdf'
             order by d.version desc limit 1) d
      left join corkboard.issued_documents f
        on f.workspace_id = p_workspace and f.kind = p_kind and f.record_id = p_record and f.version = d.version
       and f.format = p_format;
end
$$;
comment on function corkboard.find_document(uuid, text, uuid, text) is
  'The file with this format of the last version of a document; is_made without bytes: that version has no such file. No row: the document was not issued. p_record is that of issued_documents.record_id.';
