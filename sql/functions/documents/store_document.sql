-- All files of a version become visible together.
create or replace function corkboard.store_document(
  p_workspace uuid, p_document uuid, p_formats text[], p_standards text[], p_media_types text[], p_bytes bytea[],
  p_problem text default null
) returns void
language plpgsql
as $$
declare
  c_longest constant integer := 1000;
  v_now constant timestamptz := clock_timestamp();
  v_pdf constant integer := array_position(p_formats, 'pdf');
  v_standard constant text := p_standards[v_pdf];
  v_media_type constant text := p_media_types[v_pdf];
  v_bytes constant bytea := p_bytes[v_pdf];
  v_issued corkboard.issued_documents;
  v_file record;
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.issued_documents d
     set standard = v_standard, media_type = v_media_type, bytes = v_bytes, sha256 = sha256(v_bytes),
         made_at = v_now, failure = left(p_problem, c_longest)
   where d.workspace_id = p_workspace and d.id = p_document and d.made_at is null
  returning * into v_issued;
  if found then
    -- One by one: Citus would copy rows of a list, which row-level security forbids.
    for v_file in
      select f.* from unnest(p_formats, p_standards, p_media_types, p_bytes) f (format, standard, media_type, bytes)
       where f.format <> 'pdf'
    loop
      insert into corkboard.issued_documents
        (workspace_id, kind, record_id, version, format, standard, late_fee_cents, late_fee_at,
         paid_cents, paid_on, credited_cents, voided_at, media_type, bytes, sha256, requested_at, made_at)
      values
        (p_workspace, v_issued.kind, v_issued.record_id, v_issued.version, v_file.format, v_file.standard, v_issued.late_fee_cents,
         v_issued.late_fee_at, v_issued.paid_cents, v_issued.paid_on, v_issued.credited_cents, v_issued.voided_at,
         v_file.media_type, v_file.bytes, sha256(v_file.bytes), v_issued.requested_at, v_now);
    end loop;
    return;
  end if;
  update corkboard.document_previews p set bytes = v_bytes
   where p.workspace_id = p_workspace and p.id = p_document and p.bytes is null;
end
$$;
comment on function corkboard.store_document(uuid, uuid, text[], text[], text[], bytea[], text) is
  'Stores the files of a version of an issued document, or the PDF of a preview, unless an earlier job has done so. One of the formats is pdf. p_problem says why a file is not there, null: none is missing.';
