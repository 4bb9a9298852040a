do $$
begin
  alter table corkboard.issued_documents validate constraint issued_documents_kind_check;
end
$$;
