  /** Replaces bytes {@code from} to {@code to} of a file. */
  private static byte[] splice(byte[] content, int from, int to, String hex) {
    byte[] changed = new byte[content.length - (to - from) + hex.length() / 2];
    System.arraycopy(content, 0, changed, 0, from);
    for (int i = 0; i < hex.length() / 2; i++) {
      changed[from + i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    System.arraycopy(content, to, changed, from + hex.length() / 2, content.length - to);
    return changed;
  }
