-- The file of faulty lines has them as they stand in the file.
do $$
begin
  alter table corkboard.client_import_rows add column cells jsonb;
end
$$;
comment on column corkboard.client_import_rows.cells is 'All cells of a faulty line, as they stand in the file; null for another line.';
