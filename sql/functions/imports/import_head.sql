create or replace function corkboard.import_head(
  p_workspace uuid, p_import uuid, out head bytea, out "isWhole" boolean, out settings jsonb, out preview jsonb
) returns setof record
language plpgsql stable
rows 1
as $$
declare
  c_head constant integer := 65536;
begin
  perform corkboard.enter_workspace(p_workspace);
  return query
    select substring(i.file from 1 for c_head), octet_length(i.file) <= c_head, i.settings, i.preview
      from corkboard.client_imports i
     where i.workspace_id = p_workspace and i.id = p_import and i.file is not null;
end
$$;
comment on function corkboard.import_head(uuid, uuid) is
  'The beginning of an import''s file, to read it in another way. No row: there is no such import, or it has ended.';
