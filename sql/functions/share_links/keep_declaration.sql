-- The page that showed the text sends back its SHA-256, by which the caller finds the text.
create or replace function corkboard.keep_declaration(
  p_workspace uuid, p_kind text, p_record uuid, p_language text, p_text text
) returns uuid
language plpgsql
as $$
declare
  v_id uuid;
begin
  perform corkboard.check_required('kind', p_kind);
  perform corkboard.check_one_of('kind', p_kind, '{scope,contract,change_order,estimate}');
  perform corkboard.check_required('language', p_language);
  perform corkboard.check_one_of('language', p_language, corkboard.document_languages());
  perform corkboard.check_required('text', p_text);
  perform corkboard.check_text('text', p_text, 1000);
  insert into corkboard.declarations (workspace_id, kind, record_id, language, text, text_sha256)
  values (p_workspace, p_kind, p_record, p_language, p_text, sha256(convert_to(p_text, 'UTF8')))
  returning id into v_id;
  return v_id;
end
$$;
comment on function corkboard.keep_declaration(uuid, text, uuid, text, text) is
  'Keeps what a client declared in a language with an approval, signature or acceptance that the same transaction stored. p_record is as in corkboard.declarations. Rejects with validation.';
