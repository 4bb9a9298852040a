-- The constraint is widened without looking at the rows, and validated in the next file, which locks nothing.

do $$
begin
  alter table corkboard.issued_documents add column credited_cents bigint not null default 0;
  alter table corkboard.issued_documents add column voided_at timestamptz;
  comment on column corkboard.issued_documents.credited_cents is
    'What was credited of the invoice when this version was issued, which it shows; 0 for other documents.';
  comment on column corkboard.issued_documents.voided_at is
    'When the invoice or estimate was voided, which this version shows; null: it was not.';
  comment on column corkboard.issued_documents.record_id is
    'The id of the invoice or estimate, also of a reminder; of a credit note its own; of a scope or contract that of its project, which has one of each; of a change order that of its proposal.';
  comment on table corkboard.issued_documents is
    'Documents as they were issued: each file is made once and never changes. A late fee and voiding make another version.';
end
$$;

-- Unused since 1.1.0: what it allowed, the new one allows.
do $$
begin
  alter table corkboard.issued_documents drop constraint issued_documents_kind_check;
end
$$;

do $$
begin
  alter table corkboard.issued_documents add constraint issued_documents_kind_check
    check (kind in ('invoice', 'estimate', 'credit_note', 'scope', 'contract', 'change_order', 'reminder')) not valid;
end
$$;
