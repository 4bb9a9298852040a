-- A block, because Citus passes on the whole text that a trigger is sent in to the other nodes.
do $do$
begin
  create or replace trigger keep_made before update on corkboard.issued_documents
    for each row when (old.made_at is not null) execute function corkboard.refuse_document_change();
end
$do$;
